import { Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAdvertisers } from './ad-api.ts'

const WAIT_MS = 200

/** One advertiser, found by a part of its name. */
export function AdvertiserChoice({ value, onChoose }: { value: string; onChoose: (advertiser: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const [asked] = useDebouncedValue(typed.trim(), WAIT_MS)
  const { data } = useAdvertisers(asked)
  return (
    <form
      style={{ width: 260 }}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(typed.trim())
      }}
    >
      <Stack gap="xs">
        <Autocomplete
          label={t`Advertiser`}
          maxLength={160}
          value={typed}
          onChange={setTyped}
          onOptionSubmit={onChoose}
          data={data?.items ?? []}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <Button type="submit" size="xs" disabled={typed.trim() === ''}>
          <Trans>Show its ads</Trans>
        </Button>
      </Stack>
    </form>
  )
}
