import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Tag } from '#contract/tags.ts'
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
import { type TagQuery, useTagList } from './tag-api.ts'
import { useTagColumns } from './tag-columns.tsx'
import { useTagDeletion } from './tag-delete.tsx'
import { useTagFilters } from './tag-filters.tsx'
import { useTagMerge } from './tag-merge.tsx'

const shape: ListShape = {
  filters: { use: /^(unused|once)$/, alike: /^true$/, visibility: /^(public|internal)$/ },
  sorts: ['name', 'uses', 'updatedAt'],
  defaultSort: 'name',
  searchSort: 'relevance',
  columns: ['uses', 'lastUsedAt', 'alike', 'updatedAt'],
}
const hrefOf = (tag: Tag) => paths.tag(tag.id)

/** All tags: how much they are used, which of them are one too many, and what to do about it. */
export function TagListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('taxonomy.write') ?? false
  const list = useListState(shape)
  const tags = useTagList(queryOf(list.state) as TagQuery)
  const select = useRowSelection<Tag>(list, tags)
  const columns = useTagColumns()
  const filters = useTagFilters()
  const merging = useTagMerge({ onDone: select.clear })
  const deletion = useTagDeletion(select.clear)
  const actionsOf = useNameActions<Tag>({
    mayWrite,
    hrefOf,
    merge: (tag) => merging.start([tag]),
    remove: (tag) => deletion.start([tag]),
  })
  const add = () => navigate(paths.tagAdd)

  return (
    <>
      <ListFrame
        title={t`Tags`}
        list={list}
        page={tags.data}
        searchLabel={t`Search tags and synonyms`}
        primary={mayWrite && <AddButton label={t`New tag`} onAdd={add} />}
        views={
          <ViewTabs
            screen="tags"
            list={list}
            builtIn={[
              { name: t`All`, query: '' },
              { name: t`Unused`, query: 'use=unused' },
              { name: t`Look-alikes`, query: 'alike=true' },
              { name: t`Internal`, query: 'visibility=internal' },
            ]}
          />
        }
        filters={<FilterBar list={list} filters={filters} />}
        display={<DisplayMenu list={list} columns={columns} />}
        bulk={
          select.some && <NameBulkBar select={select} page={tags.data} merge={merging.start} remove={deletion.start} />
        }
      >
        {tags.error && !tags.data ? (
          <LoadFailed title={t`The tags could not be loaded`} error={tags.error} onRetry={tags.refetch} />
        ) : (
          <DataTable
            label={t`Tags`}
            columns={columns}
            rows={tags.data?.items}
            stale={tags.isPlaceholderData}
            list={list}
            select={mayWrite ? select : undefined}
            rowName={(tag) => tag.name}
            rowHref={hrefOf}
            actionsOf={actionsOf}
            empty={
              <ListEmpty
                list={list}
                noMatch={t`No tag matches`}
                nothing={t`No tags yet`}
                action={
                  mayWrite && (
                    <Button variant="default" onClick={add}>
                      <Trans>Add the first tag</Trans>
                    </Button>
                  )
                }
              >
                <Trans>Tags gather articles about the same subject, across categories.</Trans>
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
