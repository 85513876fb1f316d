import { useLingui } from '@lingui/react/macro'
import type { PasswordInputProps } from '@mantine/core'
import { useMe } from '../session/session-api.ts'
import { PasswordField } from '../session/password-field.tsx'

type Props = { value: string; onChange: (value: string) => void } & Pick<PasswordInputProps, 'description'>

/** My password, before a change that a stolen session must not make. */
export function OwnPasswordField({ value, onChange, description }: Props) {
  const { t } = useLingui()
  const email = useMe()?.email ?? ''
  return (
    <PasswordField
      username={email}
      label={t`Your password`}
      description={description}
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
