import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './ads.module.css'
import { AdvertiserField } from './advertiser-field.tsx'

/** One advertiser, found by a part of its name. */
export function AdvertiserChoice({ value, onChoose }: { value: string; onChoose: (advertiser: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  return (
    // The button is beside the field: below it, the offered names would cover it.
    <form
      className={classes.advertiserChoice}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(typed.trim())
      }}
    >
      <AdvertiserField label={t`Advertiser`} value={typed} onChange={setTyped} onChoose={onChoose} withinPanel />
      <Button type="submit" disabled={typed.trim() === ''}>
        <Trans>Show its ads</Trans>
      </Button>
    </form>
  )
}
