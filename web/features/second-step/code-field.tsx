import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type Ref, useEffect, useRef } from 'react'

/** Six digits of an authenticator app; the browser may fill them in. Takes the focus, and leaves what is above it in sight. */
export function CodeField({ ref, ...props }: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { t } = useLingui()
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => own.current?.focus({ preventScroll: true }), [])
  return (
    <TextInput
      ref={(input) => {
        own.current = input
        if (typeof ref === 'function') ref(input)
        else if (ref) ref.current = input
      }}
      label={t`Code of the app`}
      description={t`6 digits`}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={12}
      {...props}
    />
  )
}
