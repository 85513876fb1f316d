import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'

/** Six digits of an authenticator app; the browser may fill them in. */
export function CodeField(props: TextInputProps) {
  const { t } = useLingui()
  return (
    <TextInput
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
