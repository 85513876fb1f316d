import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type SecondStepNeeded, SignIn } from '#contract/session.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { readToken } from '../../api/session-token.ts'
import { useOpensAfterMount } from '../../ui/drop-anchor.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { adoptSession, knownMe, signIn } from './session-api.ts'

const SignInStep = lazyPart(async () => (await import('../second-step/sign-in-step.tsx')).SignInStep)

type FormProps = {
  email: string
  /** The session ended because the role needs a second step by now. */
  needsSecondStep: boolean
  onSignedIn: (user: string, token: string) => void
  onSignOut: () => Promise<void>
}
type Props = FormProps & { opened: boolean; onClose: () => void }

/** Asks for the password, and for the second step, over the screen. Loaded through `SignInAgain`. */
export function SignInAgainDialog({ opened, onClose: _onClose, ...form }: Props) {
  const { t } = useLingui()
  return (
    <Modal
      opened={useOpensAfterMount(opened)}
      onClose={() => undefined}
      title={t`Sign in again`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="sm"
      centered
      zIndex={10_000}
    >
      <AgainForm {...form} />
    </Modal>
  )
}

function AgainForm({ email, needsSecondStep, onSignedIn, onSignOut }: FormProps) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>()
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  const form = useContractForm(SignIn, { email, password: '' })
  const done = () => onSignedIn(knownMe()!.id, readToken()!)
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      const next = await signIn(credentials)
      if (next) setNeeded(next)
      else done()
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })
  if (needed)
    return (
      <SignInStep
        inDialog
        needed={needed}
        onSignedIn={(signedIn) => {
          adoptSession(signedIn)
          done()
        }}
        onClose={() => {
          form.reset({ email: form.getValues('email'), password: '' })
          setNeeded(undefined)
        }}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {needsSecondStep ? (
            <Trans>
              Your role needs two-step sign-in now. Nothing you typed is lost: sign in, set it up, and the work goes on
              where it stopped.
            </Trans>
          ) : (
            <Trans>
              Your session has ended. Nothing you typed is lost: sign in, and the work goes on where it stopped.
            </Trans>
          )}
        </Text>
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <FormProblem error={failure} />
        <Button type="submit" loading={form.formState.isSubmitting}>
          <Trans>Sign in and go on</Trans>
        </Button>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => void onSignOut()}>
          <Trans>Sign out instead</Trans>
        </Anchor>
      </Stack>
    </form>
  )
}
