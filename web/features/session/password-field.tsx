import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

/** A password with a button that shows it, and a word when caps lock is on. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const { t } = useLingui()
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  return (
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
}
