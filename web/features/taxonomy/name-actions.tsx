import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react'
import { MERGE_MOST } from '#contract/merge.ts'
import { BulkBar, BulkButton } from '../../ui/data-table/bulk-bar.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import type { Page } from '../../ui/data-table/page.ts'
import type { SelectionControl } from '../../ui/data-table/row-selection.ts'
import { useScreen } from '../../ui/screen.tsx'

type RowGiven<Name> = {
  mayWrite: boolean
  hrefOf: (name: Name) => string
  merge: (name: Name) => void
  remove: (name: Name) => void
}

/** What can be done with one name of a list. */
export function useNameActions<Name>({ mayWrite, hrefOf, merge, remove }: RowGiven<Name>) {
  const { t } = useLingui()
  const { navigate } = useScreen()
  return (name: Name): RowAction[] => [
    {
      key: 'open',
      label: mayWrite ? t`Edit` : t`Open`,
      icon: <IconPencil size={16} />,
      run: () => navigate(hrefOf(name)),
    },
    ...(mayWrite
      ? [
          {
            key: 'merge',
            label: t`Merge`,
            icon: <IconArrowMerge size={16} />,
            quick: true,
            run: () => merge(name),
          },
          {
            key: 'delete',
            label: t`Delete`,
            icon: <IconTrash size={16} />,
            quick: true,
            danger: true,
            divided: true,
            run: () => remove(name),
          },
        ]
      : []),
  ]
}

type BulkGiven<Name> = {
  select: SelectionControl<Name>
  page: Page<Name> | undefined
  merge: (names: readonly Name[]) => void
  /** Left out where only one at a time can be deleted. */
  remove?: (names: readonly Name[]) => void
}

/** What can be done with the chosen names of a list; nothing while none is chosen. */
export function NameBulkBar<Name>({ select, page, merge, remove }: BulkGiven<Name>) {
  const chosen = [...select.selection.rows.values()]
  const tooMany = chosen.length > MERGE_MOST
  return (
    <BulkBar select={select} page={page}>
      <BulkButton
        leftSection={<IconArrowMerge size={14} />}
        disabled={chosen.length < 2 || tooMany}
        onClick={() => merge(chosen)}
      >
        <Trans>Merge</Trans>
      </BulkButton>
      {remove && (
        <BulkButton leftSection={<IconTrash size={14} />} disabled={tooMany} onClick={() => remove(chosen)}>
          <Trans>Delete</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
