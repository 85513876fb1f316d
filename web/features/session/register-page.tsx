import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconMailCheck, IconUserOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Reply } from '#contract/endpoint.ts'
import { Registration, type SecondStepNeeded, type sessionEndpoints } from '#contract/session.ts'
import { noteJoined } from './just-joined.ts'
import { paths } from '../../paths.ts'
import { ApiError } from '../../api/call.ts'
import { activeLocale } from '../../i18n.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormProblem } from './form-problem.tsx'
import { useFragmentSecret } from './fragment-secret.ts'
import { KeepSignedIn } from './keep-signed-in.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PublicMessage } from './public-message.tsx'
import { useRoleName } from '../users/role-names.ts'
import { adoptSession, register, setupIsDone, signIn, useInvitation, useSetup } from './session-api.ts'
import { useSiteName } from './site.ts'

// An invited person whose role needs a second step sets it up here.
const SignInStep = lazyPart(async () => (await import('../second-step/sign-in-step.tsx')).SignInStep)

/** The first account with the setup code, later ones as the installation allows. */
export function RegisterPage() {
  const setup = useSetup()
  const invitation = useFragmentSecret('invitation')
  const setupCode = useFragmentSecret('setup')
  const invited = useInvitation(invitation)
  const [pending, setPending] = useState(false)

  if (pending)
    return (
      <PublicMessage icon={<IconMailCheck size={32} stroke={1.4} />} title={<Trans>Thank you</Trans>}>
        {setup.data?.sendsMail ? (
          <Trans>An administrator has to approve your account. We write to you when that is done.</Trans>
        ) : (
          <Trans>
            An administrator has to approve your account. This installation sends no mail, so ask when that is done, or
            try to sign in later.
          </Trans>
        )}
      </PublicMessage>
    )
  if (setup.error) return <FormProblem error={setup.error} />
  if (!setup.data || invited.isLoading) return null
  if (invited.error instanceof ApiError && invited.error.problem?.code === 'link_expired')
    return (
      <PublicMessage icon={<IconUserOff size={32} stroke={1.4} />} title={<Trans>This invitation has ended</Trans>}>
        <Trans>Its link has expired, was used, or a newer one was made. Ask an administrator for a new one.</Trans>
      </PublicMessage>
    )
  const { needsSetup, registration } = setup.data
  if (!needsSetup && !invitation && registration !== 'approval')
    return (
      <PublicMessage icon={<IconUserOff size={32} stroke={1.4} />} title={<Trans>Registration is not open</Trans>}>
        {registration === 'invitation' ? (
          <Trans>Accounts are made by invitation here. Ask an administrator to send you one, and open its link.</Trans>
        ) : (
          <Trans>New accounts cannot be made here at the moment. Ask an administrator.</Trans>
        )}
      </PublicMessage>
    )
  return (
    <RegisterForm
      // Another code in the address fills the form again.
      key={setupCode}
      needsSetup={needsSetup}
      setupCode={setupCode}
      invitation={invitation}
      invited={invited.data}
      onPending={() => setPending(true)}
    />
  )
}

type FormProps = {
  needsSetup: boolean
  setupCode: string | undefined
  invitation: string | undefined
  /** Whom the invitation is for, from whom and as what; undefined when it is not known, as without a connection. */
  invited: Reply<typeof sessionEndpoints.invitation> | undefined
  onPending: () => void
}

function RegisterForm({ needsSetup, setupCode, invitation, invited, onPending }: FormProps) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const site = useSiteName()
  const invitedEmail = invited?.email
  const navigate = useNavigate()
  const [keep, setKeep] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  const form = useContractForm(Registration, {
    email: invitedEmail ?? '',
    name: '',
    password: '',
    ...(needsSetup && { setupCode: setupCode ?? '' }),
    ...(invitation && { invitation }),
  })
  // What a link has filled in is passed over.
  const isFilledIn = setupCode !== undefined || invitation !== undefined
  const { setFocus } = form
  useEffect(() => {
    if (isFilledIn) setFocus('name')
  }, [isFilledIn, setFocus])
  // Who asks for an account waits for an administrator first.
  const signsIn = needsSetup || invitation !== undefined
  const passwordLength = form.watch('password').length

  const goOn = async () => {
    // Home says what a new installation still needs, and what a new person can do.
    if (!needsSetup) noteJoined(form.getValues('email'))
    await navigate(paths.welcome, { replace: true })
    setupIsDone()
  }
  const submit = form.handleSubmit(async (account) => {
    setFailure(undefined)
    try {
      const { status } = await register({
        ...account,
        // Without a time zone: the account follows the site's until the person sets one.
        locale: activeLocale(),
      })
      if (status === 'pending') return onPending()
      const next = await signIn({ email: account.email, password: account.password }, { keep })
      if (next) setNeeded(next)
      else await goOn()
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })

  if (needed)
    return (
      <SignInStep
        needed={needed}
        onSignedIn={async (signedIn) => {
          adoptSession(signedIn, { keep })
          await goOn()
        }}
        onClose={() => void navigate(paths.login)}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1}>
            {needsSetup ? <Trans>Create the first account</Trans> : <Trans>Create an account</Trans>}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {needsSetup ? (
              <Trans>It becomes the administrator of this installation.</Trans>
            ) : invitation ? (
              invited ? (
                <InvitationText by={invited.invitedBy} site={site} role={roleName(invited.role)} />
              ) : (
                <Trans>You were invited. Use the address that the invitation was sent to.</Trans>
              )
            ) : (
              <Trans>An administrator approves new accounts before they can sign in.</Trans>
            )}
          </Text>
        </div>
        {needsSetup && (
          <TextInput
            label={t`Setup code`}
            description={t`The server printed it when it started, in a link that fills this in.`}
            autoComplete="off"
            spellCheck={false}
            error={form.errorOf('setupCode')}
            {...form.register('setupCode')}
          />
        )}
        <TextInput
          label={t({ message: 'Name', context: 'of a person' })}
          autoComplete="name"
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          readOnly={invitedEmail !== undefined}
          {...(invitedEmail !== undefined && { description: t`The invitation is for this address.` })}
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <NewPasswordField
          label={t`Password`}
          length={passwordLength}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        {signsIn && <KeepSignedIn checked={keep} onChange={setKeep} />}
        <FormProblem error={failure} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          <Trans>Create the account</Trans>
        </Button>
        {!needsSetup && (
          <Text size="sm" ta="center">
            <Anchor component={Link} to={paths.login} size="sm">
              <Trans>I have an account: sign in</Trans>
            </Anchor>
          </Text>
        )}
      </Stack>
    </form>
  )
}

const InvitationText = ({ by, site, role }: { by: string; site: string; role: string }) => (
  <Trans>
    <b>{by}</b> invites you to <b>{site}</b> as <b>{role}</b>.
  </Trans>
)
