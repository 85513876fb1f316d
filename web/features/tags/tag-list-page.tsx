import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { MERGE_MOST } from '#contract/merge.ts'
import type { Tag } from '#contract/tags.ts'
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
import { NameListEmpty, NameListFailed } from '../catalogue/name-list-empty.tsx'
import type { Mergeable } from '../catalogue/merge-dialog.tsx'
import { ViewTabs } from '../saved-views/view-tabs.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type TagQuery, useTagList } from './tag-api.ts'
import { useTagColumns } from './tag-columns.tsx'
import { useTagDeletion } from './tag-delete.tsx'
import { useTagFilters } from './tag-filters.tsx'
import { TagMerge } from './tag-merge.tsx'

const shape: ListShape = {
  filters: { use: /^(unused|once)$/, alike: /^true$/, visibility: /^(public|internal)$/ },
  sorts: ['name', 'uses', 'updatedAt'],
  defaultSort: 'name',
  columns: ['uses', 'lastUsedAt', 'alike', 'updatedAt'],
}

/** All tags: how much they are used, which of them are one too many, and what to do about it. */
export function TagListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('catalogue.write') ?? false
  const list = useListState(shape)
  const query = queryOf(list.state) as TagQuery
  const { data, error, isPlaceholderData, refetch } = useTagList(query)
  const select = useRowSelection<Tag>(
    matchKeyOf(list.state),
    data && !isPlaceholderData ? { key: JSON.stringify(query), ...data } : undefined,
  )
  const columns = useTagColumns()
  const filters = useTagFilters()
  const [merging, setMerging] = useState<readonly Mergeable[]>()
  const deletion = useTagDeletion(select.clear)
  const selected = [...select.selection.rows.values()]
  const add = () => navigate(paths.tagAdd)
  useShortcuts(mayWrite ? [{ key: 'c', label: t`New tag`, run: add }] : [])

  const actionsOf = (tag: Tag): RowAction[] => [
    {
      key: 'open',
      label: mayWrite ? t`Edit` : t`Open`,
      icon: <IconPencil size={16} />,
      run: () => navigate(paths.tag(tag.id)),
    },
    ...(mayWrite
      ? [
          {
            key: 'merge',
            label: t`Merge`,
            icon: <IconArrowMerge size={16} />,
            quick: true,
            run: () => setMerging([tag, ...tag.alike]),
          },
          {
            key: 'delete',
            label: t`Delete`,
            icon: <IconTrash size={16} />,
            quick: true,
            danger: true,
            divided: true,
            run: () => deletion.start([tag]),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListFrame
        title={t`Tags`}
        total={data?.total}
        totalIsExact={data?.totalIsExact ?? true}
        list={list}
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
        searchLabel={t`Search tags and synonyms`}
        primary={
          mayWrite && (
            <Button h={32} px={12} leftSection={<IconPlus size={16} />} onClick={add} aria-keyshortcuts="c">
              <Trans>New tag</Trans>
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
                onClick={() => setMerging(selected)}
              >
                <Trans>Merge</Trans>
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconTrash size={14} />}
                disabled={selected.length > MERGE_MOST}
                onClick={() => deletion.start(selected)}
              >
                <Trans>Delete</Trans>
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
          <NameListFailed title={t`The tags could not be loaded`} error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={t`Tags`}
            columns={columns}
            rows={data?.items}
            stale={isPlaceholderData}
            list={list}
            select={mayWrite ? select : undefined}
            rowName={(tag) => tag.name}
            rowHref={(tag) => paths.tag(tag.id)}
            actionsOf={actionsOf}
            empty={
              <NameListEmpty
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
                <Trans>Tags gather articles about the same thing, across categories.</Trans>
              </NameListEmpty>
            }
          />
        )}
      </ListFrame>
      {deletion.dialog}
      {merging && (
        <TagMerge
          tags={merging}
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
