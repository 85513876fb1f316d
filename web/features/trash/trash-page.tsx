import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconCategory, IconTrashX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { TRASH_DAYS, TRASH_MOST, type TrashItem, trashKinds } from '#contract/trash.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { BulkBar, BulkButton } from '../../ui/data-table/bulk-bar.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import { ListEmpty } from '../../ui/data-table/list-empty.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../ui/data-table/row-selection.ts'
import { type ListShape, queryOf, useListState } from '../../ui/list-state.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type TrashQuery, useTrashList } from './trash-api.ts'
import { useTrashColumns } from './trash-columns.tsx'
import { useTrashActions } from './trash-actions.tsx'
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
  const trash = useTrashList(queryOf(list.state) as TrashQuery)
  const select = useRowSelection<TrashItem>(list, trash)
  const ofChanges = list.state.filters['type'] === 'change'
  const columns = useTrashColumns(ofChanges)
  const filters = useTrashFilters()
  const actions = useTrashActions(select.clear)
  const selected = [...select.selection.rows.values()]
  const tooMany = selected.length > TRASH_MOST

  const actionsOf = (item: TrashItem): RowAction[] => [
    {
      key: 'restore',
      label: item.change ? t`Take back` : t`Restore`,
      icon: <IconArrowBackUp size={16} />,
      quick: true,
      run: () => actions.restore([item]),
    },
    {
      key: 'purge',
      label: item.change ? t`Forget this change` : t`Delete permanently`,
      icon: <IconTrashX size={16} />,
      danger: true,
      divided: true,
      run: () => actions.purge([item]),
      ...(!mayPurge && { unavailable: t`Only administrators delete permanently` }),
    },
  ]

  return (
    <>
      <ListFrame
        title={t`Trash`}
        list={list}
        page={trash.data}
        searchLabel={t`Search the trash`}
        filters={<FilterBar list={list} filters={filters} />}
        display={<DisplayMenu list={list} columns={columns} />}
        bulk={
          select.some && (
            <BulkBar select={select} page={trash.data}>
              <BulkButton
                leftSection={<IconArrowBackUp size={14} />}
                disabled={tooMany}
                loading={actions.busy}
                onClick={() => actions.restore(selected)}
              >
                {ofChanges ? <Trans>Take back</Trans> : <Trans>Restore</Trans>}
              </BulkButton>
              {mayPurge && (
                <BulkButton
                  leftSection={<IconTrashX size={14} />}
                  disabled={tooMany}
                  onClick={() => actions.purge(selected)}
                >
                  {ofChanges ? <Trans>Forget</Trans> : <Trans>Delete permanently</Trans>}
                </BulkButton>
              )}
            </BulkBar>
          )
        }
      >
        {trash.error && !trash.data ? (
          <LoadFailed title={t`The trash could not be loaded`} error={trash.error} onRetry={trash.refetch} />
        ) : (
          <DataTable
            label={t`Trash`}
            columns={columns}
            rows={trash.data?.items}
            stale={trash.isPlaceholderData}
            list={list}
            select={select}
            rowName={(item) => item.title || t`Untitled`}
            actionsOf={actionsOf}
            empty={
              <ListEmpty list={list} noMatch={t`Nothing in the trash matches`} nothing={t`The trash is empty`}>
                <Trans>What you delete or merge away stays here for {TRASH_DAYS} days and can be restored.</Trans>
                <SentenceGap />
                <Trans>Moves and changes of many items at once are found under the kind “Change”.</Trans>
              </ListEmpty>
            }
          />
        )}
      </ListFrame>
      {actions.dialog}
    </>
  )
}

function useTrashFilters() {
  const { t } = useLingui()
  const names = useTrashTypeNames()
  return useMemo(
    () => [
      choiceFilter({
        key: 'type',
        label: t`Kind`,
        icon: <IconCategory size={14} />,
        choices: trashKinds.map((value) => ({ value, label: names[value] })),
      }),
    ],
    [t, names],
  )
}
