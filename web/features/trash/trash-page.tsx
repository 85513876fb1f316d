import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCategory, IconTrashX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { TRASH_DAYS, TRASH_MOST, type TrashItem, trashKinds } from '#contract/trash.ts'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { type Filter, FilterBar, FilterChoices } from '../../ui/data-table/filter-bar.tsx'
import { ListFooter } from '../../ui/data-table/list-footer.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../ui/data-table/row-selection.ts'
import { type ListShape, matchKeyOf, queryOf, useListState } from '../../ui/list-state.ts'
import { NameListEmpty, NameListFailed } from '../catalogue/name-list-empty.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type TrashQuery, useTrashList } from './trash-api.ts'
import { useTrashColumns } from './trash-columns.tsx'
import { useTrashDoings } from './trash-doings.tsx'
import { useTrashTypeNames } from './trash-types.tsx'

const shape: ListShape = {
  filters: { type: new RegExp(`^(${trashKinds.join('|')})$`) },
  sorts: ['deletedAt', 'title'],
  defaultSort: '-deletedAt',
  columns: ['type', 'deletedAt', 'deletedBy', 'purgeAt'],
}

/** What was deleted or merged away in the last thirty days, and the way back. */
export function TrashPage() {
  const { t } = useLingui()
  const list = useListState(shape)
  const mayPurge = useAllowed('articles.purge') === true
  const query = queryOf(list.state) as TrashQuery
  const { data, error, isPlaceholderData, refetch } = useTrashList(query)
  const select = useRowSelection<TrashItem>(
    matchKeyOf(list.state),
    data && !isPlaceholderData ? { key: JSON.stringify(query), ...data } : undefined,
  )
  const columns = useTrashColumns()
  const filters = useTrashFilters()
  const doings = useTrashDoings(select.clear)
  const selected = [...select.selection.rows.values()]
  const tooMany = selected.length > TRASH_MOST

  const actionsOf = (item: TrashItem): RowAction[] => [
    {
      key: 'restore',
      label: item.change ? t`Take back` : t`Restore`,
      icon: <IconArrowBackUp size={16} />,
      quick: true,
      run: () => doings.restore([item]),
    },
    {
      key: 'purge',
      label: t`Delete for good`,
      icon: <IconTrashX size={16} />,
      danger: true,
      divided: true,
      run: () => doings.purge([item]),
      ...(!mayPurge && { unavailable: t`Only administrators delete for good` }),
    },
  ]

  return (
    <>
      <ListFrame
        title={t`Trash`}
        total={data?.total}
        totalIsExact={data?.totalIsExact ?? true}
        list={list}
        searchLabel={t`Search the trash`}
        filters={<FilterBar list={list} filters={filters} />}
        display={<DisplayMenu list={list} columns={columns} />}
        bulk={
          selected.length > 0 && (
            <BulkBar select={select} total={data?.total ?? 0} totalIsExact={data?.totalIsExact ?? true}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={14} />}
                disabled={tooMany}
                loading={doings.busy}
                onClick={() => doings.restore(selected)}
              >
                <Trans>Restore</Trans>
              </Button>
              {mayPurge && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconTrashX size={14} />}
                  disabled={tooMany}
                  onClick={() => doings.purge(selected)}
                >
                  <Trans>Delete for good</Trans>
                </Button>
              )}
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
          <NameListFailed title={t`The trash could not be loaded`} error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={t`Trash`}
            columns={columns}
            rows={data?.items}
            stale={isPlaceholderData}
            list={list}
            select={select}
            rowName={(item) => item.title || t`Untitled`}
            actionsOf={actionsOf}
            empty={
              <NameListEmpty
                list={list}
                noMatch={t`Nothing in the trash matches`}
                nothing={t`The trash is empty`}
                action={null}
              >
                <Trans>What you delete or merge away stays here for {TRASH_DAYS} days and can be restored.</Trans>{' '}
                <Trans>Moves and changes of many things at once are found under the kind “Change”.</Trans>
              </NameListEmpty>
            }
          />
        )}
      </ListFrame>
      {doings.dialog}
    </>
  )
}

function useTrashFilters(): readonly Filter[] {
  const { t } = useLingui()
  const names = useTrashTypeNames()
  return useMemo(
    () => [
      {
        key: 'type',
        label: t`Kind`,
        icon: <IconCategory size={14} />,
        describe: (values) => names[values['type'] as TrashItem['type']],
        edit: ({ values, set, close }) => (
          <FilterChoices
            label={t`Kind`}
            value={values['type']}
            choices={trashKinds.map((value) => ({ value, label: names[value] }))}
            onChoose={(value) => {
              set({ type: value })
              close()
            }}
          />
        ),
      },
    ],
    [t, names],
  )
}
