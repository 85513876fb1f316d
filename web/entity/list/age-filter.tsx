import { useLingui } from '@lingui/react/macro'
import { AGE_PATTERN } from '#contract/filter-data.ts'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { numberFormat } from '../../ui/formats.ts'

const AgeChoice = lazyPart(async () => (await import('./age-choice.tsx')).AgeChoice)

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
    load: AgeChoice.load,
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

/** “6 months” */
function useAgeText(): (age: string | undefined) => string {
  const { i18n } = useLingui()
  const of = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
  return (age) => {
    if (!age || !AGE_PATTERN.test(age)) return ''
    const unit = of[age.at(-1) as keyof typeof of]
    return numberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(age.slice(0, -1)))
  }
}
