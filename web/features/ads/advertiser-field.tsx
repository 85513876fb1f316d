import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useAdvertisers } from './ad-api.ts'

const WAIT_MS = 200

type Props = {
  id?: string
  label: string
  error?: ReactNode
  readOnly?: boolean
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** One of the offered names was chosen. */
  onChoose?: (advertiser: string) => void
  /** Inside a panel that closes when something outside of it is clicked. */
  withinPanel?: boolean
}

/** The name of an advertiser, any text; those that ads have already are offered while typing, the closest first. */
export function AdvertiserField({ onChoose, withinPanel = false, readOnly = false, ...field }: Props) {
  const [asked] = useDebouncedValue(field.value.trim(), WAIT_MS)
  const { data } = useAdvertisers(asked, !readOnly)
  return (
    <Autocomplete
      {...field}
      readOnly={readOnly}
      data={readOnly ? [] : (data?.items ?? []).filter((name) => name !== field.value)}
      // The server has found and ordered them.
      filter={({ options }) => options}
      {...(onChoose && { onOptionSubmit: onChoose })}
      comboboxProps={{ withinPortal: !withinPanel }}
      {...(withinPanel && { 'data-autofocus': true, maxLength: 160 })}
    />
  )
}
