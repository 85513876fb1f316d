import { useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Placement } from '#contract/placements.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useActOnPlacement, useOfferPlacementUndo } from './placement-api.ts'

/** Moves a placement to the trash or back, and offers to undo it. @param onTrashed told when it is in the trash */
export function usePerformPlacementAction(onTrashed?: () => void) {
  const { t } = useLingui()
  const act = useActOnPlacement()
  const offerUndo = useOfferPlacementUndo()
  const problemText = useProblemText()
  return async (action: 'trash' | 'restore', placement: Placement) => {
    try {
      const { undo } = await act.mutateAsync({ action, placement })
      if (action === 'trash') onTrashed?.()
      const { name } = placement
      offerUndo(action === 'trash' ? t`Moved to the trash: “${name}”` : t`Restored: “${name}”`, undo)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
}

/** What can be done with one placement of the list. */
export function usePlacementRowActions(): (placement: Placement) => RowAction[] {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const perform = usePerformPlacementAction()
  return (placement) => {
    const { id, ads, can, deletedAt } = placement
    const actions: (RowAction | false)[] = [
      {
        key: 'open',
        label: can.write ? t`Edit` : t`Open`,
        icon: <IconPencil size={16} />,
        run: () => navigate(paths.placement(id)),
      },
      can.restore && {
        key: 'restore',
        label: t`Restore`,
        icon: <IconArrowBackUp size={16} />,
        quick: true,
        run: () => void perform('restore', placement),
      },
      can.write &&
        !deletedAt && {
          key: 'trash',
          label: t`Move to trash`,
          icon: <IconTrash size={16} />,
          danger: true,
          divided: true,
          run: () => void perform('trash', placement),
          ...(ads > 0 && { unavailable: t`Ads are booked here. Take them off this placement first.` }),
        },
    ]
    return actions.filter((action) => action !== false)
  }
}
