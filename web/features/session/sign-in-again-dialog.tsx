import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SignIn } from '#contract/session.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { readToken } from '../../api/session-token.ts'
import { useOpensAfterMount } from '../../ui/drop-anchor.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn } from './session-api.ts'

type FormProps = {
  email: string
  onSignedIn: (user: string, token: string) => void
  onSignOut: () => Promise<void>
}
type Props = FormProps & { opened: boolean; onClose: () => void }

/** Asks for the password over the screen. Loaded through `SignInAgain`. */
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

function AgainForm({ email, onSignedIn, onSignOut }: FormProps) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(SignIn, { email, password: '' })
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      const user = await signIn(credentials)
      onSignedIn(user.id, readToken()!)
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Your session has ended. Nothing you typed is lost: sign in, and the work goes on where it stopped.
          </Trans>
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
