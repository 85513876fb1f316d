import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Filter } from './filter-bar.tsx'
import classes from './filter-bar.module.css'

type Choice = { value: string; label: ReactNode }
type EditedFilter = Filter & Required<Pick<Filter, 'edit'>>

/** A short closed choice inside a filter's popover. */
export function FilterChoices(props: {
  label: string
  choices: readonly Choice[]
  value: string | undefined
  onChoose: (value: string) => void
}) {
  return (
    <ul className={classes.choices} aria-label={props.label}>
      {props.choices.map(({ value, label }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={value === props.value}
            data-autofocus={value === (props.value ?? props.choices[0]?.value) || undefined}
            onClick={() => props.onChoose(value)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A filter by one of a few values; `describe` where the chip says it otherwise than the choice does. */
export function choiceFilter(
  given: Pick<Filter, 'key' | 'label' | 'icon' | 'describe'> & { choices: readonly Choice[] },
): EditedFilter {
  const { choices, ...filter } = given
  const { key, label } = filter
  return {
    describe: (values) => choices.find(({ value }) => value === values[key])?.label,
    ...filter,
    edit: ({ values, set, close }) => (
      <FilterChoices
        label={label}
        value={values[key]}
        choices={choices}
        onChoose={(value) => {
          set({ [key]: value })
          close()
        }}
      />
    ),
  }
}

/** A filter that can be set to yes or to no. Chosen from the menu it is a yes; left out, it means any. */
export function yesNoFilter({ key, label, icon }: Pick<Filter, 'key' | 'label' | 'icon'>): Filter {
  const [yes, no] = [<Trans key="yes">Yes</Trans>, <Trans key="no">No</Trans>]
  return {
    key,
    label,
    icon,
    setsAtOnce: { [key]: 'true' },
    describe: (values) => (values[key] === 'true' ? yes : no),
    edit: ({ values, set, close }) => (
      <FilterChoices
        label={label}
        value={values[key]}
        choices={[
          { value: 'true', label: yes },
          { value: 'false', label: no },
          { value: '', label: <Trans>Any</Trans> },
        ]}
        onChoose={(value) => {
          set({ [key]: value })
          close()
        }}
      />
    ),
  }
}
