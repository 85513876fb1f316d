import { useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { AGE_PATTERN } from '#contract/filter-data.ts'

const units = ['d', 'w', 'm', 'y'] as const

type ChoiceProps = { label: string; age: string | undefined; onChoose: (age: string) => void }

/** A number of days, weeks, months or years. Loaded through `useAgeFilter`. */
export function AgeChoice({ label, age, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const [count, setCount] = useState<string | number>(age ? Number(age.slice(0, -1)) : 6)
  const [unit, setUnit] = useState<string>(age?.at(-1) ?? 'm')
  const names = { d: t`days`, w: t`weeks`, m: t`months`, y: t`years` }
  const chosen = `${count}${unit}`
  const isRight = AGE_PATTERN.test(chosen)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) onChoose(chosen)
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <NumberInput
            size="xs"
            w={132}
            label={label}
            value={count}
            min={1}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            data-autofocus
            error={!isRight && t`1 to 9999`}
            onChange={setCount}
          />
          <NativeSelect
            size="xs"
            flex={1}
            miw={100}
            label={t`Unit`}
            value={unit}
            data={units.map((value) => ({ value, label: names[value] }))}
            onChange={(event) => setUnit(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" size="xs" variant="default" disabled={!isRight}>
          {t`Apply`}
        </Button>
      </Stack>
    </form>
  )
}
