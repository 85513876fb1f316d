import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

type Props = PasswordInputProps & {
  /** Tells password managers whose password this is, where no field on the screen does. */
  username?: string
}

/** A password with a button that shows it, and a word when caps lock is on. */
export function PasswordField({ description, username, ...props }: Props) {
  const { t } = useLingui()
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  const field = (
    <PasswordInput
      {...props}
      description={description}
      inputContainer={(input) => (
        <>
          {input}
          <Text size="xs" c="dimmed" mt={capsLock ? 4 : 0} aria-live="polite">
            {capsLock && <Trans>Caps lock is on.</Trans>}
          </Text>
        </>
      )}
      visibilityToggleButtonProps={{ 'aria-label': t`Show password`, tabIndex: 0 }}
      onKeyDown={look}
      onKeyUp={look}
    />
  )
  if (username === undefined) return field
  return (
    <>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {field}
    </>
  )
}
