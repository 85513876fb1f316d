import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCategory, IconTrashX } from '@tabler/icons-react'
import { TRASH_DAYS, type TrashItem, trashList } from '#contract/trash.ts'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useTrashActions } from './trash-actions.tsx'
import { TRASH_ALL_MOST, useTrashList } from './trash-api.ts'
import { useTrashColumns } from './trash-columns.tsx'
import { useTrashName } from './trash-name.ts'
import { useTrashTypeNames } from './trash-types.tsx'

const shape = listShape(trashList, { columns: ['type', 'deletedAt', 'deletedBy', 'purgeAt'] })

/** What was deleted or merged away in the last thirty days, and the way back. */
export function TrashPage() {
  const { t } = useLingui()
  const list = useEntityList(shape, useTrashList)
  const { select, page } = list
  const mayPurge = useAllowed('articles.purge') === true
  const ofChanges = list.state.filters.type === 'change'
  const types = useTrashTypeNames()
  const nameOf = useTrashName()
  const actions = useTrashActions(select.clear)
  const selected = [...select.selection.rows.values()]
  /** With the chosen rows, or with all that match. */
  const withChosen = (run: (items: readonly TrashItem[]) => void) =>
    select.selection.all ? actions.withAll(list.query, run) : run(selected)

  const actionsOf = (item: TrashItem): RowAction[] => [
    {
      key: 'restore',
      label: item.change ? t`Undo` : t`Restore`,
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
    <EntityListPage
      list={list}
      title={t`Trash`}
      searchLabel={t`Search the trash`}
      beside={
        mayPurge &&
        !ofChanges && (
          <Button
            h={32}
            px={12}
            variant="default"
            leftSection={<IconTrashX size={16} />}
            disabled={page.data?.total === 0}
            loading={actions.busy}
            onClick={() => actions.withAll({}, actions.purge)}
          >
            <Trans>Empty trash</Trans>
          </Button>
        )
      }
      failed={t`The trash could not be loaded`}
      columns={useTrashColumns(ofChanges)}
      views={{
        screen: 'trash',
        builtIn: [
          { name: t`Deleted items`, query: '' },
          { name: t`Changes to undo`, query: 'type=change' },
        ],
      }}
      filters={{ type: { label: t`Kind`, icon: <IconCategory size={14} />, choices: types } }}
      rowName={nameOf}
      actionsOf={actionsOf}
      selectable
      bulk={
        <BulkBar
          select={select}
          page={page.data}
          most={TRASH_ALL_MOST}
          actions={[
            {
              key: 'restore',
              label: ofChanges ? t`Undo` : t`Restore`,
              icon: <IconArrowBackUp size={14} />,
              loading: actions.busy,
              run: () => withChosen(actions.restore),
            },
            ...(mayPurge
              ? [
                  {
                    key: 'purge',
                    label: ofChanges ? t`Forget` : t`Delete permanently`,
                    icon: <IconTrashX size={14} />,
                    loading: actions.busy,
                    run: () => withChosen(actions.purge),
                  },
                ]
              : []),
          ]}
        />
      }
      empty={{
        noMatch: ofChanges ? t`No change to undo` : t`Nothing in the trash matches`,
        hint: ofChanges && (
          <Trans>Moves and changes of many items at once can be undone here for {TRASH_DAYS} days.</Trans>
        ),
        nothing: t`The trash is empty`,
        why: (
          <>
            <Trans>What you delete or merge stays here for {TRASH_DAYS} days and can be restored.</Trans>
            <SentenceGap />
            <Trans>Moves and changes of many items at once are found under “Changes to undo”.</Trans>
          </>
        ),
      }}
    >
      {actions.dialog}
    </EntityListPage>
  )
}
