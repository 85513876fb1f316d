import { expect, it } from 'vitest'
import { choice, idOf, yesNo } from '#contract/list-filter.ts'
import { type FilterControls, filtersOf } from './list-filters.tsx'

const _filters = { light: choice(['sun', 'shade']), edible: yesNo(), bed: idOf() }
type Controls = FilterControls<typeof _filters>
const named = { label: '', icon: null }
const light = { ...named, choices: { sun: 'Sun', shade: 'Shade' } }

it('does not compile while a filter of the contract has no control, or a choice no label', () => {
  const complete: Controls = { light, edible: named, bed: null }
  expect(filtersOf(complete).map(({ key }) => key)).toEqual(['light', 'edible'])
  // @ts-expect-error `edible` is missing
  const incomplete: Controls = { light, bed: null }
  // @ts-expect-error `shade` has no label
  const unlabelled: Controls = { light: { ...named, choices: { sun: 'Sun' } }, edible: named, bed: null }
  // @ts-expect-error an id can only be set by a control of its own
  const plain: Controls = { light, edible: named, bed: named }
  expect([incomplete, unlabelled, plain]).toHaveLength(3)
})
