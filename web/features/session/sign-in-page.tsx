import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { SignIn } from '#contract/session.ts'
import { paths } from '../../paths.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn, useSetup } from './session-api.ts'
import { safeNext } from './session-guard.ts'

export function SignInPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const setup = useSetup().data
  const [failure, setFailure] = useState<unknown>()
  const [keep, setKeep] = useState(false)
  const form = useContractForm(SignIn, { email: '', password: '' })

  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])

  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      await signIn(credentials, { keep })
      await navigate(safeNext(search.get('next')), { replace: true })
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })

  // No account exists that could sign in: the first one is created instead.
  if (setup?.needsSetup) return <Navigate to={paths.register} replace />

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
        <Checkbox
          label={t`Keep me signed in on this device`}
          description={t`Otherwise closing the last tab signs you out. You are always signed out after an hour without use, and after 12 hours. Not for shared computers.`}
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        <FormProblem error={failure} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          <Trans>Sign in</Trans>
        </Button>
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
