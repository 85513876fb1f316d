import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'

type Props = { checked: boolean; onChange: (checked: boolean) => void }

/** Whether the session survives closing the last tab. */
export function KeepSignedIn({ checked, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Checkbox
      label={t`Keep me signed in on this device`}
      description={t`Also after the browser was closed; otherwise closing the last tab signs you out. Either way the session ends after an hour without use, and after 12 hours. Not for shared computers.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
