import type { ReactNode } from 'react'
import type { FilterData } from '#contract/filter-data.ts'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter, yesNoFilter } from '../../ui/data-table/filter-choices.tsx'
import type { Filters } from './entity-list.ts'

type Named = Pick<Filter, 'label' | 'icon'>
/** A closed choice: a label for each value; `chip`: what the chip says, where that is not the label. */
type ChoiceControl<Value extends string> = Named & {
  choices: Readonly<Record<Value, ReactNode>>
  chip?: (value: Value) => ReactNode
}
/** Yes, no or any. `onlyYes`: a no would mean the same as any. */
type YesNoControl = Named & { onlyYes?: true }
/** A control of its own: a picker, days, an age. */
type OwnControl = Named & Pick<Filter, 'keys' | 'load' | 'describe'> & Required<Pick<Filter, 'edit'>>

/** Set by an address only: it can be seen and removed. */
type FixedControl = Named & Pick<Filter, 'describe'> & { isFixed: true }

/** `null`: not in the menu, as another control sets it. */
type ControlOf<F extends FilterData> =
  | null
  | OwnControl
  | FixedControl
  | (F extends FilterData<'choice', infer Value> ? ChoiceControl<Value> : never)
  | (F extends FilterData<'yes-no'> ? YesNoControl : never)

/** The control of each filter. A filter of the contract without one does not compile. */
export type FilterControls<F extends Filters> = { readonly [Name in keyof F]: ControlOf<F[Name]> }

/** The filters of a list for its filter bar, in the order of the controls. */
export function filtersOf<F extends Filters>(controls: FilterControls<F>): readonly Filter[] {
  // Object.entries would forget that each is one of these.
  const entries = Object.entries(controls as Readonly<Record<string, AnyControl | null>>)
  return entries.flatMap(([key, control]) => (control ? filterOf(key, control) : []))
}

type AnyControl = ChoiceControl<string> | YesNoControl | OwnControl | FixedControl

/** A label for each of these values, where a function knows them all. */
export const choicesOf = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => ReactNode) =>
  Object.fromEntries(values.map((value) => [value, labelOf(value)])) as Record<Value, ReactNode>

function filterOf(key: string, control: AnyControl): Filter {
  const { label, icon } = control
  if ('edit' in control) return { key, ...control }
  if ('isFixed' in control) {
    const { describe } = control
    return { key, label, icon, ...(describe && { describe }) }
  }
  if (!('choices' in control))
    return control.onlyYes ? { key, label, icon, setsAtOnce: { [key]: 'true' } } : yesNoFilter({ key, label, icon })
  const { choices, chip } = control
  return choiceFilter({
    key,
    label,
    icon,
    choices: Object.entries(choices).map(([value, name]) => ({ value, label: name })),
    ...(chip && { describe: (values) => chip(values[key] ?? '') }),
  })
}
