import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Author } from '#contract/authors.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { paths } from '../../paths.ts'
import { AddButton } from '../../ui/data-table/add-button.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { ListEmpty } from '../../ui/data-table/list-empty.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../ui/data-table/row-selection.ts'
import { type ListShape, queryOf, useListState } from '../../ui/list-state.ts'
import { useScreen } from '../../ui/screen.tsx'
import { NameBulkBar, useNameActions } from '../taxonomy/name-actions.tsx'
import { ViewTabs } from '../saved-views/view-tabs.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type AuthorQuery, useAuthorList } from './author-api.ts'
import { useAuthorColumns } from './author-columns.tsx'
import { useAuthorDeletion } from './author-delete.tsx'
import { useAuthorFilters } from './author-filters.tsx'
import { useAuthorMerge } from './author-merge.tsx'

const shape: ListShape = {
  filters: { use: /^(unused|once)$/, hidden: /^true$/ },
  sorts: ['displayName', 'uses', 'updatedAt'],
  defaultSort: 'displayName',
  searchSort: 'relevance',
  columns: ['uses', 'lastPublishedAt', 'account', 'updatedAt'],
}
const hrefOf = (author: Author) => paths.author(author.id)

/** All bylines: who wrote how much, and who is there twice. */
export function AuthorListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('taxonomy.write') ?? false
  const list = useListState(shape)
  const authors = useAuthorList(queryOf(list.state) as AuthorQuery)
  const select = useRowSelection<Author>(list, authors)
  const columns = useAuthorColumns()
  const filters = useAuthorFilters()
  const merging = useAuthorMerge({ onDone: select.clear })
  const deletion = useAuthorDeletion({ onDone: select.clear, onMerge: (author) => merging.start([author]) })
  const actionsOf = useNameActions<Author>({
    mayWrite,
    hrefOf,
    merge: (author) => merging.start([author]),
    remove: deletion.start,
  })
  const add = () => navigate(paths.authorAdd)

  return (
    <>
      <ListFrame
        title={t`Authors`}
        list={list}
        page={authors.data}
        searchLabel={t`Search authors`}
        primary={mayWrite && <AddButton label={t`New author`} onAdd={add} />}
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
        filters={<FilterBar list={list} filters={filters} />}
        display={<DisplayMenu list={list} columns={columns} />}
        bulk={select.some && <NameBulkBar select={select} page={authors.data} merge={merging.start} />}
      >
        {authors.error && !authors.data ? (
          <LoadFailed title={t`The authors could not be loaded`} error={authors.error} onRetry={authors.refetch} />
        ) : (
          <DataTable
            label={t`Authors`}
            columns={columns}
            rows={authors.data?.items}
            stale={authors.isPlaceholderData}
            list={list}
            select={mayWrite ? select : undefined}
            rowName={(author) => author.displayName}
            rowHref={hrefOf}
            actionsOf={actionsOf}
            empty={
              <ListEmpty
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
              </ListEmpty>
            }
          />
        )}
      </ListFrame>
      {deletion.dialog}
      {merging.dialog}
    </>
  )
}
