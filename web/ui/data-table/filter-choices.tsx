import type { ReactNode } from 'react'
import type { Filter } from './filter-bar.tsx'
import classes from './filter-bar.module.css'

type Choice = { value: string; label: ReactNode }

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
): Filter {
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
