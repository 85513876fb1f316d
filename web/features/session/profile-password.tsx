import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordChange } from '#contract/session.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useContractForm } from '../../api/contract-form.ts'
import { FormProblem } from './form-problem.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ProfileSection } from './profile-section.tsx'
import { changePassword } from './session-api.ts'

export function PasswordSection({ email }: { email: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(PasswordChange, { current: '', password: '' })
  const length = form.watch('password').length

  const submit = form.handleSubmit(async ({ current, password }) => {
    setFailure(undefined)
    try {
      await changePassword(current, password)
      form.reset()
      notifyDone(t`Password changed. Your other sessions have ended.`)
      await client.invalidateQueries({ queryKey: ['profile', 'sessions'] })
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })

  return (
    <ProfileSection title={<Trans>Password</Trans>} description={<Trans>Changing it ends your other sessions.</Trans>}>
      <form onSubmit={(event) => void submit(event)} noValidate style={{ display: 'contents' }}>
        <PasswordField
          username={email}
          label={t`Current password`}
          autoComplete="current-password"
          error={form.errorOf('current')}
          {...form.register('current')}
        />
        <NewPasswordField
          label={t`New password`}
          length={length}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <FormProblem error={failure} />
        <Group>
          <Button type="submit" variant="default" loading={form.formState.isSubmitting}>
            <Trans>Change the password</Trans>
          </Button>
        </Group>
      </form>
    </ProfileSection>
  )
}
