import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { TrashItem } from '#contract/trash.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Person } from '../../ui/person.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NameWithThumb, ThumbFrame } from '../../ui/thumb-frame.tsx'
import { TrashedPicture } from '../media/thumb.tsx'
import classes from './trash.module.css'
import { useTrashName } from './trash-name.ts'
import { trashIcons, useTrashChangeNames, useTrashTypeNames } from './trash-types.tsx'

/** @param ofChanges nothing was deleted: steps are listed that can be undone */
export function useTrashColumns(ofChanges: boolean): readonly Column<TrashItem>[] {
  const { t } = useLingui()
  const names = useTrashTypeNames()
  return useMemo(
    () => [
      { key: 'title', header: t`Name`, sort: 'title', cell: (item) => <TrashName item={item} /> },
      {
        key: 'type',
        header: t`Kind`,
        width: 120,
        cell: ({ type }) => names[type],
      },
      {
        key: 'deletedAt',
        header: ofChanges ? t`Changed` : t`Deleted`,
        sort: 'deletedAt',
        sortFirst: 'desc',
        width: 140,
        onPhone: 'labelled',
        cell: ({ deletedAt }) => <RelativeTime value={deletedAt} />,
      },
      {
        key: 'deletedBy',
        header: ofChanges ? t`Changed by` : t`Deleted by`,
        width: 180,
        onPhone: 'left-out',
        cell: ({ deletedBy }) => (deletedBy ? <Person name={deletedBy.name} /> : '–'),
      },
      {
        key: 'purgeAt',
        header: ofChanges ? t`Undo until` : t`Deleted permanently`,
        width: 140,
        onPhone: 'labelled',
        cell: ({ purgeAt }) => <RelativeTime value={purgeAt} planned />,
      },
    ],
    [t, names, ofChanges],
  )
}

function TrashName({ item }: { item: TrashItem }) {
  const { id, type, mergedInto, others, change } = item
  const changes = useTrashChangeNames()
  const nameOf = useTrashName()
  const Icon = trashIcons[type]
  return (
    <NameWithThumb
      thumb={
        <ThumbFrame>
          {type === 'media' ? <TrashedPicture id={id} size="thumb" /> : <Icon size={16} stroke={1.5} aria-hidden />}
        </ThumbFrame>
      }
    >
      <span className={classes.lines}>
        {nameOf(item)}
        {(mergedInto !== null || others > 0 || change) && (
          <Text size="xs" c="dimmed" className={classes.aside ?? ''}>
            {change && changes[change.action]}
            {mergedInto !== null && <Trans>Merged into “{mergedInto}”</Trans>}
            {mergedInto !== null && others > 0 && ' · '}
            {others > 0 && !change && (
              <Plural value={others} one="# other comes back with it" other="# others come back with it" />
            )}
          </Text>
        )}
      </span>
    </NameWithThumb>
  )
}
