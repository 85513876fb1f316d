import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView } from '#contract/saved-views.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { hint } from '../../ui/hint.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { pageSizes, readListState, viewOf } from '../../ui/list-address.ts'
import type { ListControl } from '../../ui/list-state.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { useChangeViews, useSavedViews } from './saved-view-api.ts'

const SaveViewDialog = lazyPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

/** A view that every person has. `query` is a query string without `?`. */
export type BuiltInView = { name: string; query: string }

type Props = { screen: string; list: ListControl; builtIn: readonly BuiltInView[] }
type Dialog = { kind: 'save' } | { kind: 'rename'; view: SavedView }

/** The views of a list as tabs: built-in ones, mine and shared ones; and what can be done with them. */
export function ViewTabs({ screen, list, builtIn }: Props) {
  const { t } = useLingui()
  const saved = useSavedViews(screen)
  const change = useChangeViews(screen)
  const problemText = useProblemText()
  const [dialog, setDialog] = useState<Dialog>()

  const { shape, state } = list
  const current = viewOf(shape, state)
  const normal = (query: string) => viewOf(shape, readListState(shape, query))
  const views = [
    ...builtIn.map((view) => ({ key: view.query, ...view, saved: undefined })),
    ...saved.map((view) => ({ key: view.id, name: view.name, query: view.query, saved: view })),
  ]
  // Another order, other columns or more rows on a page are still the same view; they can be worth keeping as one of their own.
  const asFound = (query: string) =>
    viewOf(shape, {
      ...readListState(shape, query),
      sort: shape.defaultSort,
      pageSize: pageSizes[0],
      hidden: [],
      density: undefined,
      layout: undefined,
    })
  const exact = views.find((view) => normal(view.query) === current)
  const active = exact ?? views.find((view) => asFound(view.query) === asFound(current))
  const worthSaving =
    !exact && viewOf(shape, { ...state, density: undefined, layout: undefined }) !== (active && normal(active.query))
  const run = async (work: Parameters<typeof change.mutateAsync>[0], done?: () => void) => {
    try {
      await change.mutateAsync(work)
      done?.()
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
  const remove = (view: SavedView) =>
    run({ remove: view.id }, () =>
      offerUndo(t`Deleted the view “${view.name}”`, () => {
        const { name, query, shared } = view
        void run({ create: { name, query, shared } })
      }),
    )

  const menuOf = (view: SavedView) => (
    <DropMenu
      position="bottom-start"
      target={
        <ActionIcon size="sm" aria-label={t`Change the view “${view.name}”`}>
          <IconChevronDown size={14} />
        </ActionIcon>
      }
      entries={[
        {
          key: 'rename',
          label: t`Rename`,
          icon: <IconPencil size={14} />,
          run: () => setDialog({ kind: 'rename', view }),
        },
        {
          key: 'share',
          label: view.shared ? t`Stop sharing` : t`Share with everyone`,
          icon: <IconUsers size={14} />,
          run: () => void run({ edit: view.id, body: { shared: !view.shared } }),
        },
        {
          key: 'delete',
          label: t`Delete view`,
          icon: <IconTrash size={14} />,
          run: () => void remove(view),
          danger: true,
          divided: true,
        },
      ]}
    />
  )

  return (
    <LinkTabs
      label={t`Views`}
      current={active?.key}
      tabs={views.map((view) => ({
        key: view.key,
        to: `?${normal(view.query)}`,
        onShow: () => list.show(view.query),
        label: (
          <>
            {view.saved?.shared && <IconUsers size={13} aria-label={t`Shared`} />}
            {view.name}
          </>
        ),
        menu: view.saved?.mine && menuOf(view.saved),
      }))}
    >
      {worthSaving && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={saved.length > 0 ? <IconDeviceFloppy size={14} /> : <IconPlus size={14} />}
          onClick={() => setDialog({ kind: 'save' })}
          {...hint(t`Keep this search, these filters, order and columns as a tab`)}
        >
          <Trans>Save view</Trans>
        </Button>
      )}
      {dialog && (
        <SaveViewDialog
          {...(dialog.kind === 'rename' && { view: dialog.view })}
          replaceable={saved.filter((view) => view.mine)}
          onClose={() => setDialog(undefined)}
          onSave={async ({ name, shared, replaces }) => {
            try {
              if (dialog.kind === 'rename') await change.mutateAsync({ edit: dialog.view.id, body: { name, shared } })
              else if (replaces) await change.mutateAsync({ edit: replaces, body: { query: current, shared } })
              else await change.mutateAsync({ create: { name, shared, query: current } })
              notifyDone(t`Saved the view`)
              return undefined
            } catch (error) {
              const { sentence, fields } = problemText(error)
              return Object.values(fields)[0] ?? sentence
            }
          }}
        />
      )}
    </LinkTabs>
  )
}
