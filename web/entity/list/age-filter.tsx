import { useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { AGE_PATTERN } from '#contract/filter-data.ts'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'

type Given = Pick<Filter, 'label' | 'icon'> & {
  key: string
  /** What the number answers: “Not changed for”. */
  question: string
}

/** Makes a filter by age: a number of days, weeks, months or years. */
export function useAgeFilter(): (given: Given) => Filter & Required<Pick<Filter, 'edit'>> {
  const ageText = useAgeText()
  return ({ question, ...filter }) => ({
    ...filter,
    describe: (values) => ageText(values[filter.key]),
    edit: ({ values, set, close }) => (
      <AgeChoice
        label={question}
        age={values[filter.key]}
        onChoose={(age) => {
          set({ [filter.key]: age })
          close()
        }}
      />
    ),
  })
}

const units = ['d', 'w', 'm', 'y'] as const

type ChoiceProps = { label: string; age: string | undefined; onChoose: (age: string) => void }

function AgeChoice({ label, age, onChoose }: ChoiceProps) {
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
            w={100}
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

/** “6 months” */
function useAgeText(): (age: string | undefined) => string {
  const { i18n } = useLingui()
  const of = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
  return (age) => {
    if (!age || !AGE_PATTERN.test(age)) return ''
    const unit = of[age.at(-1) as keyof typeof of]
    return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
      Number(age.slice(0, -1)),
    )
  }
}
