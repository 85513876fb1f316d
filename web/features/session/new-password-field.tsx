import { Plural, Trans } from '@lingui/react/macro'
import type { PasswordInputProps } from '@mantine/core'
import { PASSWORD_MIN } from '#contract/session.ts'
import { PasswordField } from './password-field.tsx'

/** A password to be chosen: the rules are said before, and while typing how much is missing. */
export function NewPasswordField({ length, ...props }: PasswordInputProps & { length: number }) {
  const missing = PASSWORD_MIN - length
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      description={
        length > 0 && missing > 0 ? (
          <Plural value={missing} one="# more character." other="# more characters." />
        ) : (
          <Trans>At least {PASSWORD_MIN} characters, any you like. A sentence only you would write is good.</Trans>
        )
      }
    />
  )
}
