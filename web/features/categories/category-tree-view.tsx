import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import type { TreePlace } from '#contract/category-tree.ts'
import { useCategoryDrag } from './category-drag.ts'
import { CategoryRow, levelStyle, NameField } from './category-row.tsx'
import type { Draft, Renaming, Sending } from './category-naming.ts'
import classes from './category-tree.module.css'
import type { Step, TreeRow } from './category-tree-rows.ts'

type Props = {
  rows: readonly TreeRow[]
  items: readonly CategoryTreeItem[]
  search: string
  writable: boolean
  selected: string | undefined
  /** A new one: the selected row takes the focus as soon as it is there. */
  arrival: object | undefined
  renaming: Renaming | undefined
  /** Those with texts that were typed and not saved. */
  unsaved: ReadonlySet<string>
  draft: Draft | undefined
  /** New ones that are not stored yet. */
  sending: readonly Sending[]
  onSelect: (id: string) => void
  onFold: (id: string, open: boolean) => void
  onDetails: (id: string) => void
  onStep: (id: string, step: Step) => void
  onMove: (id: string, to: TreePlace) => void
  onStartRename: (id: string) => void
  /** Answers why a name is refused; the field stays. */
  onRename: (id: string, name: string | undefined) => string | undefined
  onStartAdd: (id: string, where: 'child' | 'sibling') => void
  onAdd: (name: string | undefined) => string | undefined
  onRemove: (id: string) => void
}

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

/** The categories as a tree that is walked, folded, moved and named by keyboard or pointer. */
export function CategoryTreeView(props: Props) {
  const { rows, items, search, writable, selected, arrival, draft, sending, onFold, onSelect, onStep } = props
  const { t } = useLingui()
  const grid = useRef<HTMLDivElement>(null)
  const hold = useRef(false)
  const seen = useRef<object>(undefined)
  const reachable = rows.some(({ item }) => item.id === selected) ? selected : rows[0]?.item.id
  const { drag, handlers } = useCategoryDrag({
    items,
    onDrop: (id, to) => {
      hold.current = true
      props.onMove(id, to)
    },
    onRest: (id) => onFold(id, true),
  })

  // A row that moves loses the focus on its way: it gets it back where it arrives.
  useLayoutEffect(() => {
    if (arrival !== seen.current) hold.current = true
    seen.current = arrival
    // A name that was refused may wait while the rows are walked.
    const isNaming = grid.current?.querySelector('input:not([aria-invalid=true])')
    if (!hold.current || isNaming) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-id="${selected}"]`)
    if (!row) return
    hold.current = false
    // Someone who types has gone on to something else.
    if (!document.activeElement?.matches('input, textarea')) row.focus()
  })

  const latest = useRef(props.onRename)
  useLayoutEffect(() => {
    latest.current = props.onRename
  })
  const rename = useCallback(
    (id: string, name: string | undefined) => {
      const why = latest.current(id, name)
      if (why === undefined) hold.current = true
      return why
    },
    [hold],
  )

  const go = (row: TreeRow | undefined) => {
    if (!row) return
    hold.current = true
    onSelect(row.item.id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset['id']
    const at = rows.findIndex(({ item }) => item.id === id)
    const row = rows[at]
    if (!id || !row || event.ctrlKey || event.metaKey) return
    const parent = rows.findLast((one, index) => index < at && one.level < row.level)
    const step = event.altKey ? steps[event.key] : undefined
    const edits: Record<string, () => void> = {
      Enter: () => props.onStartRename(id),
      F2: () => props.onStartRename(id),
      Insert: () => props.onStartAdd(id, event.shiftKey ? 'child' : 'sibling'),
      n: () => props.onStartAdd(id, 'sibling'),
      N: () => props.onStartAdd(id, 'child'),
      Delete: () => props.onRemove(id),
    }
    const details = () => {
      hold.current = false
      onSelect(id)
      props.onDetails(id)
    }
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (event.key === ' ' || isMenu || (event.key === 'Enter' && event.altKey)) {
      event.preventDefault()
      return details()
    }
    const walks: Record<string, () => void> = {
      ArrowDown: () => go(rows[at + 1]),
      ArrowUp: () => go(rows[at - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows.at(-1)),
      ArrowRight: () => (row.open === false ? onFold(id, true) : row.open && go(rows[at + 1])),
      ArrowLeft: () => (row.open && !search ? onFold(id, false) : go(parent)),
    }
    const act = step
      ? writable && (() => onStep(id, step))
      : !event.altKey && (walks[event.key] ?? (writable && edits[event.key]))
    if (!act) return
    event.preventDefault()
    hold.current = true
    act()
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (!id || target.closest('input')) return
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act']
    const row = rows.find(({ item }) => item.id === id)
    if (act === 'fold' && !search) onFold(id, !row?.open)
    onSelect(id)
    if (act === 'more') props.onDetails(id)
    else hold.current = true
  }

  const newRow = ({ parent, position, level }: Draft, kind: string, name: ReactNode) => (
    <div
      key={`${kind} ${parent} ${position}`}
      role="row"
      className={classes.row}
      aria-level={level}
      style={levelStyle(level)}
    >
      <div role="gridcell" className={classes.name}>
        <span className={classes.grip} aria-hidden />
        <span className={classes.fold} aria-hidden />
        {name}
      </div>
    </div>
  )
  const newBehind = (id: string | null) => [
    ...(draft?.after === id
      ? [
          newRow(
            draft,
            `draft ${draft.refused?.name}`,
            <NameField
              name=""
              label={t`Name of the new category`}
              refused={draft.refused}
              opened={draft}
              onDone={(name) => {
                const why = props.onAdd(name)
                if (why === undefined) hold.current = true
                return why
              }}
            />,
          ),
        ]
      : []),
    ...sending
      .filter(({ after }) => after === id)
      .map((one) =>
        newRow(
          one,
          one.name,
          <div className={classes.naming}>
            <span className={classes.sending}>{one.name}</span>
            {one.refused && (
              <span className={classes.refusal}>
                <Trans>Not saved</Trans>
              </span>
            )}
          </div>,
        ),
      ),
  ]

  return (
    <div
      ref={grid}
      role="treegrid"
      tabIndex={-1}
      aria-label={t`Categories`}
      aria-readonly={!writable}
      className={classes.tree}
      data-dragging={drag ? true : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const id = (event.target as Element)
          .closest<HTMLElement>(`.${classes.label}`)
          ?.closest<HTMLElement>('[data-id]')
        if (writable && id?.dataset['id']) props.onStartRename(id.dataset['id'])
      }}
      onFocus={(event) => {
        const { id } = (event.target as HTMLElement).dataset
        if (id && id !== selected) onSelect(id)
      }}
      {...(writable && !search && handlers)}
    >
      <div role="row" className={classes.header}>
        <div role="columnheader">
          <Trans>Name</Trans>
        </div>
        <div role="columnheader" className={classes.count}>
          <Trans>Articles</Trans>
        </div>
        <div role="columnheader" className={classes.count}>
          <Trans>With below</Trans>
        </div>
        <div role="columnheader" className={classes.more} aria-label={t`Details`}>
          <span className={classes.unseen}>
            <Trans>Details</Trans>
          </span>
        </div>
      </div>
      {newBehind(null)}
      {rows.flatMap((row) => {
        const { id } = row.item
        const shown = (
          <CategoryRow
            key={id}
            row={row}
            search={search}
            selected={id === selected}
            reachable={id === reachable}
            writable={writable && !search}
            renaming={id === props.renaming?.id ? props.renaming : undefined}
            unsaved={props.unsaved.has(id)}
            drop={drag && drag.over === id ? drag.zone : undefined}
            dragged={drag?.id === id}
            onRename={rename}
          />
        )
        return [shown, ...newBehind(id)]
      })}
    </div>
  )
}
