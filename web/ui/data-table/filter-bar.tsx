import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { DropMenu } from '../drop-menu.tsx'
import { DropPanel } from '../drop-panel.tsx'
import type { FilterValues } from '../list-address.ts'
import type { ListControl } from '../list-state.ts'
import classes from './filter-bar.module.css'

type Values = Readonly<Partial<FilterValues>>

/** One filter of a list: a chip once it is set. */
export type Filter = {
  key: string
  label: string
  icon: ReactNode
  /** The parameters of the address that it sets; its own key unless said otherwise. */
  keys?: readonly string[]
  /** What the chip says after the label; leave out where the label says it all. */
  describe?: (values: Values) => ReactNode
  /** What choosing it from the menu sets, with nothing further to ask. */
  setsAtOnce?: FilterValues
  /** Loads the code of `edit`, where it has some of its own. */
  load?: () => Promise<unknown>
  /** What to choose from, in a popover. `set` with `close` ends it. */
  edit?: (given: { values: Values; set: (patch: FilterValues) => void; close: () => void }) => ReactNode
}

const keysOf = (filter: Filter) => filter.keys ?? [filter.key]

/** Those of the filters that are set, in their order. */
export const setFilters = (filters: readonly Filter[], values: Values): Filter[] =>
  filters.filter((filter) => keysOf(filter).some((key) => values[key]))

/** The filters of a list as chips, and the menu that adds one. */
export function FilterBar({ list, filters }: { list: ListControl; filters: readonly Filter[] }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<string>()
  const values = list.state.filters
  const isSet = (filter: Filter) => keysOf(filter).some((key) => values[key])
  const set = (patch: FilterValues) =>
    list.update({ filters: Object.fromEntries(Object.entries({ ...values, ...patch }).filter(([, value]) => value)) })
  const drop = (filter: Filter) => {
    setOpen(undefined)
    if (isSet(filter)) set(Object.fromEntries(keysOf(filter).map((key) => [key, ''])))
  }
  const shown = filters.filter((filter) => isSet(filter) || filter.key === open)
  const rest = filters.filter((filter) => !shown.includes(filter))

  return (
    <>
      {shown.map((filter) => {
        // Not before it is set: there are no words for a value that is not there.
        const said = isSet(filter) ? filter.describe?.(values) : undefined
        const label = (
          <>
            {filter.icon}
            {filter.label}
            {said !== undefined && <span className={classes.value}>{said}</span>}
          </>
        )
        return (
          <span key={filter.key} className={classes.chip}>
            {filter.edit ? (
              <DropPanel
                label={filter.label}
                load={filter.load}
                control={{
                  opened: open === filter.key,
                  onChange: (opened) => setOpen(opened ? filter.key : undefined),
                }}
                padding={8}
                minWidth={220}
                target={<button type="button">{label}</button>}
              >
                {filter.edit({ values, set, close: () => setOpen(undefined) })}
              </DropPanel>
            ) : (
              <span className={classes.said}>{label}</span>
            )}
            <button type="button" aria-label={t`Remove the filter ${filter.label}`} onClick={() => drop(filter)}>
              <IconX size={12} />
            </button>
          </span>
        )
      })}
      {rest.length > 0 && (
        <DropMenu
          position="bottom-start"
          target={
            <Button size="xs" variant="subtle" color="gray" leftSection={<IconPlus size={14} />}>
              <Trans>Filter</Trans>
            </Button>
          }
          entries={rest.map((filter) => ({
            key: filter.key,
            icon: filter.icon,
            label: filter.label,
            run: () => (filter.setsAtOnce ? set(filter.setsAtOnce) : setOpen(filter.key)),
          }))}
        />
      )}
      {filters.filter(isSet).length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => list.update({ filters: {} })}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </>
  )
}
