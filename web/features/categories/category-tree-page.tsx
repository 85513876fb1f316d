import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { CATEGORY_DEPTH_MAX } from '#contract/category-tree.ts'
import { useStoredDrafts } from '../../entity/drafts/use-draft.tsx'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { useWarnBeforeLeaving } from '../../ui/form-frame.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListShape } from '../../ui/list-address.ts'
import { useListState } from '../../ui/list-state.ts'
import { useScreenTitle } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { MergeDialog, MoveDialog, RemoveDialog } from './category-dialogs.tsx'
import { useOpenCategories } from './category-open.ts'
import { CATEGORY_DRAFTS, CategoryPanel } from './category-panel.tsx'
import { useCategoryActions } from './category-actions.ts'
import { useCategoryNaming } from './category-naming.ts'
import { CategoryTreeView } from './category-tree-view.tsx'
import { useCategoryTree, useTreeNow } from './category-tree-api.ts'
import { pathOf, type Step, stepOf, treeRows } from './category-tree-rows.ts'
import { CategoryTreeSkeleton } from './category-tree-skeleton.tsx'
import classes from './category-tree.module.css'

const shape: ListShape = { filters: {}, sorts: ['position'], defaultSort: 'position', columns: [] }
const nothing: never[] = []

/** All categories on one screen: the tree in place, and what is selected beside it. */
export function CategoryTreePage() {
  const { t } = useLingui()
  const list = useListState(shape)
  const query = useCategoryTree()
  const { open, fold } = useOpenCategories()
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [selected, setSelected] = useState<string>()
  const [arrival, setArrival] = useState<object>()
  const arrive = (id: string | undefined) => {
    setArrival({})
    setSelected(id)
  }
  const [details, setDetails] = useState(false)
  const [asking, setAsking] = useState<'move' | 'merge' | 'remove'>()

  const items = query.data?.items ?? nothing
  const writable = query.data?.can.write ?? false
  const search = useDeferredValue(list.state.q.trim())
  const rows = useMemo(() => treeRows(items, open, search), [items, open, search])
  const item = items.find(({ id }) => id === selected)
  const actions = useCategoryActions((ids) => fold(ids, true))
  const treeNow = useTreeNow()
  const parentOf = (id: string) => treeNow().find((one) => one.id === id)?.parent ?? null
  const naming = useCategoryNaming(actions, parentOf, arrive)
  const { draft, startAdd } = naming
  const folding = search === ''
  const [dirty, setDirty] = useState(false)
  const stored = useStoredDrafts(CATEGORY_DRAFTS)
  const unsaved = new Set(stored.keys())
  if (item && dirty) unsaved.add(item.id)
  useScreenTitle(undefined, { unsaved: dirty, comesBack: true })
  useWarnBeforeLeaving(dirty)
  const side = useRef<HTMLElement>(null)

  const add = (where: 'child' | 'sibling', beside = item) => {
    if (search) list.update({ q: '' }, { replace: true })
    const row = rows.find((one) => one.item.id === beside?.id)
    if (!beside || (where === 'child' && (row?.level ?? 1) >= CATEGORY_DEPTH_MAX)) {
      const last = beside === undefined ? items.filter(({ parent }) => parent === null).length : undefined
      if (last === undefined) return actions.say(t`Categories are at most ${CATEGORY_DEPTH_MAX} levels deep.`)
      return startAdd({ parent: null, position: 0, after: null, level: 1 })
    }
    const level = row?.level ?? 1
    if (where === 'sibling')
      return startAdd({ parent: beside.parent, position: beside.position + 1, after: beside.id, level })
    fold([beside.id], true)
    return startAdd({ parent: beside.id, position: 0, after: beside.id, level: level + 1 })
  }
  const step = (id: string, to: Step) => {
    if (search) return actions.say(t`Clear the search to move categories.`)
    const place = stepOf(treeNow(), id, to)
    if (!place) return actions.say(t`It cannot be moved further that way.`)
    return void actions.move(id, place)
  }
  useShortcuts([
    ...(writable
      ? [
          {
            key: 'c',
            label: t`New category`,
            run: (event: KeyboardEvent) => {
              // The letter itself must not go into the field that takes the focus now.
              event.preventDefault()
              add('sibling')
            },
          },
        ]
      : []),
    {
      key: '*',
      label: t`Unfold everything`,
      run: () =>
        fold(
          items.map(({ id }) => id),
          true,
        ),
    },
  ])

  const primary = writable && (
    <Button
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => startAdd({ parent: null, position: 0, after: null, level: 1 })}
    >
      <Trans>New category</Trans>
    </Button>
  )
  const panel = item && (
    <CategoryPanel
      key={item.id}
      item={item}
      above={pathOf(items, item.parent)}
      writable={writable}
      onDirty={setDirty}
      can={{
        up: folding && stepOf(items, item.id, 'up') !== undefined,
        down: folding && stepOf(items, item.id, 'down') !== undefined,
        out: folding && stepOf(items, item.id, 'out') !== undefined,
        in: folding && stepOf(items, item.id, 'in') !== undefined,
      }}
      onSave={(body) => actions.edit(item.id, body)}
      onStep={(to) => step(item.id, to)}
      onAdd={(where) => {
        setDetails(false)
        add(where)
      }}
      onMoveTo={() => setAsking('move')}
      onMerge={() => setAsking('merge')}
      onRemove={() => setAsking('remove')}
    />
  )
  const close = () => setAsking(undefined)

  return (
    <>
      <ListFrame
        title={t`Categories`}
        list={list}
        page={query.data && { items, total: items.length, totalIsExact: true }}
        whole
        searchLabel={t`Search categories`}
        primary={primary}
        display={
          items.length > 0 && (
            <Button.Group>
              <Button
                size="xs"
                variant="default"
                disabled={!folding}
                onClick={() =>
                  fold(
                    items.map(({ id }) => id),
                    true,
                  )
                }
              >
                <Trans>Unfold all</Trans>
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!folding}
                onClick={() =>
                  fold(
                    items.map(({ id }) => id),
                    false,
                  )
                }
              >
                <Trans>Fold all</Trans>
              </Button>
            </Button.Group>
          )
        }
      >
        <div className={classes.body} data-narrow={!wide || undefined}>
          <div className={classes.scroll} aria-busy={query.isPending}>
            {query.isPending && <CategoryTreeSkeleton />}
            {query.isError && !query.data && (
              <LoadFailed title={t`The categories could not be loaded`} error={query.error} onRetry={query.refetch} />
            )}
            {query.data && items.length === 0 && !draft && naming.sending.length === 0 && (
              <EmptyState kind="nothing" title={t`No categories yet`} action={primary}>
                {writable ? (
                  <Trans>Categories are the sections of the site: every public article is in one.</Trans>
                ) : (
                  <Trans>Editors and administrators add them.</Trans>
                )}
              </EmptyState>
            )}
            {items.length > 0 && rows.length === 0 && (
              <EmptyState
                kind="no-match"
                title={t`No category matches “${search}”`}
                action={
                  <Button variant="default" onClick={() => list.update({ q: '' })}>
                    <Trans>Show all categories</Trans>
                  </Button>
                }
              >
                <Trans>The search looks at names and slugs.</Trans>
              </EmptyState>
            )}
            {(rows.length > 0 || draft || naming.sending.length > 0) && (
              <CategoryTreeView
                rows={rows}
                items={items}
                search={search}
                writable={writable}
                selected={selected}
                arrival={arrival}
                renaming={naming.renaming}
                unsaved={unsaved}
                draft={draft}
                sending={naming.sending}
                onSelect={setSelected}
                onFold={(id, unfolded) => fold([id], unfolded)}
                onDetails={() => {
                  if (wide) side.current?.querySelector('input')?.focus()
                  else setDetails(true)
                }}
                onStep={step}
                onMove={(id, to) => void actions.move(id, to)}
                onStartRename={naming.startRename}
                onRename={naming.rename}
                onStartAdd={(id, where) =>
                  add(
                    where,
                    items.find((one) => one.id === id),
                  )
                }
                onAdd={naming.add}
                onRemove={(id) => {
                  setSelected(id)
                  setAsking('remove')
                }}
              />
            )}
          </div>
          {wide && items.length > 0 && (
            <aside ref={side} className={classes.side} aria-label={t`Selected category`}>
              {panel ?? (
                <Text size="sm" c="dimmed">
                  <Trans>Choose a category to see its texts and to move, merge or delete it.</Trans>
                </Text>
              )}
            </aside>
          )}
        </div>
      </ListFrame>
      <div role="status" className={classes.unseen}>
        {actions.said}
      </div>
      {!wide && (
        <Drawer
          opened={details && item !== undefined}
          onClose={() => setDetails(false)}
          position="bottom"
          size="80%"
          title={t`Category`}
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          {panel}
        </Drawer>
      )}
      {item && asking === 'move' && (
        <MoveDialog item={item} onClose={close} onMove={(parent) => actions.moveBelow(item.id, parent)} />
      )}
      {item && asking === 'merge' && (
        <MergeDialog
          item={item}
          onClose={close}
          onMerge={async (into) => {
            await actions.merge(item, into)
            arrive(into.id)
          }}
        />
      )}
      {item && asking === 'remove' && (
        <RemoveDialog
          item={item}
          onClose={close}
          onRemove={async (choices) => {
            const at = rows.findIndex((row) => row.item.id === item.id)
            const next = rows[at + 1] ?? rows[at - 1]
            await actions.remove(item, choices)
            arrive(next?.item.id)
          }}
        />
      )}
    </>
  )
}
