import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Input, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { useDensity } from '../density.ts'
import type { Density } from '../list-address.ts'
import type { ListControl } from '../list-state.ts'
import type { Column } from './column.ts'

export type DisplayProps = {
  list: ListControl
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'sort' | 'sortFirst' | 'sortKind' | 'align'>[]
}

/** What is in the panel of `DisplayMenu`, which loads it. */
export function DisplayPanel({ list, columns }: DisplayProps) {
  const { t } = useLingui()
  const [preferred] = useDensity()
  const { hidden, sort, density, q } = list.state
  const { searchSort } = list.shape
  const namesOf = (header: string, kind: Column<never>['sortKind']): [string, string] => {
    if (kind === 'planned') return [t`${header}, soonest first`, t`${header}, latest first`]
    if (kind === 'time') return [t`${header}, oldest first`, t`${header}, newest first`]
    if (kind === 'number') return [t`${header}, fewest first`, t`${header}, most first`]
    return [t`${header}, A to Z`, t`${header}, Z to A`]
  }
  const orders = columns.flatMap(({ header, sort: field, sortFirst, sortKind, align }) => {
    if (!field) return []
    const [up, down] = namesOf(
      header,
      sortKind ?? (align === 'end' ? 'number' : sortFirst === 'desc' ? 'time' : 'text'),
    )
    const both = [
      { value: field, label: up },
      { value: `-${field}`, label: down },
    ]
    return sortFirst === 'desc' ? both.toReversed() : both
  })
  const toggle = (key: string) =>
    list.update(
      { hidden: list.shape.columns.filter((one) => (one === key ? !hidden.includes(key) : hidden.includes(one))) },
      { replace: true },
    )
  return (
    <Stack gap="sm" w={232}>
      <NativeSelect
        size="xs"
        label={t`Order`}
        data={searchSort && q ? [{ value: searchSort, label: t`Best match` }, ...orders] : orders}
        value={sort}
        onChange={(event) => list.update({ sort: event.currentTarget.value })}
      />
      <div>
        <Input.Label size="xs" labelElement="div">
          <Trans>Density</Trans>
        </Input.Label>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t`Density`}
          data={[
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ]}
          value={density ?? preferred}
          onChange={(value) =>
            list.update({ density: value === preferred ? undefined : (value as Density) }, { replace: true })
          }
        />
      </div>
      <Checkbox.Group
        label={t`Columns`}
        size="xs"
        value={list.shape.columns.filter((key) => !hidden.includes(key))}
        onChange={() => {}}
      >
        <Stack gap={10} mt={6}>
          {columns
            .filter(({ key }) => list.shape.columns.includes(key))
            .map(({ key, header }) => (
              <Checkbox key={key} size="xs" value={key} label={header} onChange={() => toggle(key)} />
            ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  )
}
