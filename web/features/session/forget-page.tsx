import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCircleCheck, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { NewPassword, ResetRequest } from '#contract/session.ts'
import { paths } from '../../paths.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormProblem } from './form-problem.tsx'
import { useFragmentSecret } from './fragment-secret.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PublicMessage } from './public-message.tsx'
import { confirmReset, requestReset, useSetup } from './session-api.ts'

/** Asks for a reset link, or with one sets the new password. */
export function ForgetPage() {
  const token = useFragmentSecret('token')
  const [anotherLink, setAnotherLink] = useState(false)
  return token && !anotherLink ? (
    <ResetForm token={token} onAnotherLink={() => setAnotherLink(true)} />
  ) : (
    <RequestForm />
  )
}

function RequestForm() {
  const { t } = useLingui()
  const sendsMail = useSetup().data?.sendsMail ?? true
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(ResetRequest, { email: '' })
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined)
    try {
      await requestReset(email)
      setSentTo(email)
    } catch (error) {
      setFailure(error)
    }
  })

  if (sentTo && !sendsMail)
    return (
      <PublicMessage icon={<IconMailForward size={32} stroke={1.4} />} title={<Trans>Ask an administrator</Trans>}>
        <Trans>
          This installation sends no mail. If there is an account for{' '}
          <b style={{ overflowWrap: 'anywhere' }}>{sentTo}</b>, an administrator can now give you a link to set a new
          password: on the screen Users, under Password resets, for 10 minutes; later in the menu of your account there.
        </Trans>
      </PublicMessage>
    )
  if (sentTo)
    return (
      <PublicMessage icon={<IconMailForward size={32} stroke={1.4} />} title={<Trans>Check your mail</Trans>}>
        <Trans>
          If there is an account for <b style={{ overflowWrap: 'anywhere' }}>{sentTo}</b>, a link to set a new password
          is on its way. It works once, and for 10 minutes.
        </Trans>
      </PublicMessage>
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1}>
            <Trans>Set a new password</Trans>
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {sendsMail ? (
              <Trans>Tell us your address, and we mail you a link.</Trans>
            ) : (
              <Trans>
                Tell us your address. An administrator can then give you a link: this installation sends no mail.
              </Trans>
            )}
          </Text>
        </div>
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <FormProblem error={failure} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          {sendsMail ? <Trans>Send the link</Trans> : <Trans>Ask for a link</Trans>}
        </Button>
        <Text size="sm" ta="center">
          <Anchor component={Link} to={paths.login} size="sm">
            <Trans>Back to the sign-in</Trans>
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}

const ResetValues = z.strictObject({ password: NewPassword })

function ResetForm({ token, onAnotherLink }: { token: string; onAnotherLink: () => void }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(ResetValues, { password: '' })
  const passwordLength = form.watch('password').length
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      await confirmReset(token, password)
      setDone(true)
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })

  if (done)
    return (
      <PublicMessage icon={<IconCircleCheck size={32} stroke={1.4} />} title={<Trans>Your new password is set</Trans>}>
        <Trans>All your other sessions have ended. Sign in with the new password.</Trans>
      </PublicMessage>
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Title order={1}>
          <Trans>Set a new password</Trans>
        </Title>
        <NewPasswordField
          label={t`New password`}
          length={passwordLength}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <FormProblem error={failure} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          <Trans>Set the password</Trans>
        </Button>
        {failure !== undefined && (
          <Anchor component="button" type="button" size="sm" onClick={onAnotherLink}>
            <Trans>Send me another link</Trans>
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
