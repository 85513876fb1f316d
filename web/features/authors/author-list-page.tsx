import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Author } from '#contract/authors.ts'
import { MERGE_MOST } from '#contract/merge.ts'
import { paths } from '../../paths.ts'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { ListFooter } from '../../ui/data-table/list-footer.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../ui/data-table/row-selection.ts'
import { type ListShape, matchKeyOf, queryOf, useListState } from '../../ui/list-state.ts'
import { useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Mergeable } from '../catalogue/merge-dialog.tsx'
import { NameListEmpty, NameListFailed } from '../catalogue/name-list-empty.tsx'
import { ViewTabs } from '../saved-views/view-tabs.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type AuthorQuery, useAuthorList } from './author-api.ts'
import { useAuthorColumns } from './author-columns.tsx'
import { useAuthorDeletion } from './author-delete.tsx'
import { useAuthorFilters } from './author-filters.tsx'
import { AuthorMerge } from './author-merge.tsx'

const shape: ListShape = {
  filters: { use: /^(unused|once)$/, hidden: /^true$/ },
  sorts: ['displayName', 'uses', 'updatedAt'],
  defaultSort: 'displayName',
  columns: ['uses', 'lastPublishedAt', 'account', 'updatedAt'],
}

export const asMergeable = ({ id, displayName, uses }: Pick<Author, 'id' | 'displayName' | 'uses'>): Mergeable => ({
  id,
  name: displayName,
  uses,
})

/** All bylines: who wrote how much, and who is there twice. */
export function AuthorListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('catalogue.write') ?? false
  const list = useListState(shape)
  const query = queryOf(list.state) as AuthorQuery
  const { data, error, isPlaceholderData, refetch } = useAuthorList(query)
  const select = useRowSelection<Author>(
    matchKeyOf(list.state),
    data && !isPlaceholderData ? { key: JSON.stringify(query), ...data } : undefined,
  )
  const columns = useAuthorColumns()
  const filters = useAuthorFilters()
  const [merging, setMerging] = useState<readonly Mergeable[]>()
  const deletion = useAuthorDeletion({ onDone: select.clear, onMerge: (author) => setMerging([asMergeable(author)]) })
  const selected = [...select.selection.rows.values()]
  const add = () => navigate(paths.authorAdd)
  useShortcuts(mayWrite ? [{ key: 'c', label: t`New author`, run: add }] : [])

  const actionsOf = (author: Author): RowAction[] => [
    {
      key: 'open',
      label: mayWrite ? t`Edit` : t`Open`,
      icon: <IconPencil size={16} />,
      run: () => navigate(paths.author(author.id)),
    },
    ...(mayWrite
      ? [
          {
            key: 'merge',
            label: t`Merge`,
            icon: <IconArrowMerge size={16} />,
            quick: true,
            run: () => setMerging([asMergeable(author)]),
          },
          {
            key: 'delete',
            label: t`Delete`,
            icon: <IconTrash size={16} />,
            quick: true,
            danger: true,
            divided: true,
            run: () => deletion.start(author),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListFrame
        title={t`Authors`}
        total={data?.total}
        totalIsExact={data?.totalIsExact ?? true}
        list={list}
        views={
          <ViewTabs
            screen="authors"
            list={list}
            builtIn={[
              { name: t`All`, query: '' },
              { name: t`No articles`, query: 'use=unused' },
              { name: t`Hidden`, query: 'hidden=true' },
            ]}
          />
        }
        searchLabel={t`Search authors`}
        primary={
          mayWrite && (
            <Button h={32} px={12} leftSection={<IconPlus size={16} />} onClick={add} aria-keyshortcuts="c">
              <Trans>New author</Trans>
            </Button>
          )
        }
        filters={<FilterBar list={list} filters={filters} />}
        display={<DisplayMenu list={list} columns={columns} />}
        bulk={
          selected.length > 0 && (
            <BulkBar select={select} total={data?.total ?? 0} totalIsExact={data?.totalIsExact ?? true}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowMerge size={14} />}
                disabled={selected.length < 2 || selected.length > MERGE_MOST}
                onClick={() => setMerging(selected.map(asMergeable))}
              >
                <Trans>Merge</Trans>
              </Button>
            </BulkBar>
          )
        }
        footer={
          data && (
            <ListFooter list={list} total={data.total} totalIsExact={data.totalIsExact} count={data.items.length} />
          )
        }
      >
        {error && !data ? (
          <NameListFailed title={t`The authors could not be loaded`} error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={t`Authors`}
            columns={columns}
            rows={data?.items}
            stale={isPlaceholderData}
            list={list}
            select={mayWrite ? select : undefined}
            rowName={(author) => author.displayName}
            rowHref={(author) => paths.author(author.id)}
            actionsOf={actionsOf}
            empty={
              <NameListEmpty
                list={list}
                noMatch={t`No author matches`}
                nothing={t`No authors yet`}
                action={
                  mayWrite && (
                    <Button variant="default" onClick={add}>
                      <Trans>Add the first author</Trans>
                    </Button>
                  )
                }
              >
                <Trans>An author is the name under an article. It needs no account.</Trans>
              </NameListEmpty>
            }
          />
        )}
      </ListFrame>
      {deletion.dialog}
      {merging && (
        <AuthorMerge
          authors={merging}
          onClose={() => setMerging(undefined)}
          onDone={() => {
            setMerging(undefined)
            select.clear()
          }}
        />
      )}
    </>
  )
}
