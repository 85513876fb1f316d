import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { type SecondStepNeeded, SignIn, type SignedIn } from '#contract/session.ts'
import { paths } from '../../paths.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormProblem } from './form-problem.tsx'
import { KeepSignedIn } from './keep-signed-in.tsx'
import { PasswordField } from './password-field.tsx'
import { adoptSession, signIn, useSetup } from './session-api.ts'
import { safeNext } from './session-guard.ts'

// Most people need neither at their first screen.
const SignInStep = lazyPart(async () => (await import('../second-step/sign-in-step.tsx')).SignInStep)
const PasskeySignIn = lazyPart(async () => (await import('../second-step/passkey-sign-in.tsx')).PasskeySignIn, {
  quiet: true,
})

export function SignInPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const setup = useSetup().data
  const [failure, setFailure] = useState<unknown>()
  const [keep, setKeep] = useState(false)
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  const form = useContractForm(SignIn, { email: '', password: '' })

  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])

  const goOn = () => navigate(safeNext(search.get('next')), { replace: true })
  const finish = async (signedIn: SignedIn) => {
    adoptSession(signedIn, { keep })
    await goOn()
  }
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      const next = await signIn(credentials, { keep })
      if (next) setNeeded(next)
      else await goOn()
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })

  // No account exists that could sign in: the first one is created instead.
  if (setup?.needsSetup) return <Navigate to={paths.register} replace />

  if (needed)
    return (
      <SignInStep
        needed={needed}
        onSignedIn={finish}
        onClose={() => {
          form.reset({ email: form.getValues('email'), password: '' })
          setNeeded(undefined)
        }}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Title order={1}>
          <Trans>Sign in</Trans>
        </Title>
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
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <KeepSignedIn checked={keep} onChange={setKeep} />
        <FormProblem error={failure} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          <Trans>Sign in</Trans>
        </Button>
        {setup?.passkeyOrigin === window.location.origin && (
          <PasskeySignIn onSignedIn={finish} onFailure={setFailure} />
        )}
        <Group justify="space-between" gap="xs">
          <Anchor component={Link} to={paths.forget} size="sm">
            <Trans>Forgot your password?</Trans>
          </Anchor>
          {setup?.registration === 'approval' && (
            <Text size="sm">
              <Anchor component={Link} to={paths.register} size="sm">
                <Trans>Ask for an account</Trans>
              </Anchor>
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}
