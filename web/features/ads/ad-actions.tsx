import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  IconArchive,
  IconArrowBackUp,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Ad } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { staleState } from '../../entity/drafts/use-draft.tsx'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { dayTimeWords } from '../../ui/date-text.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { AdActionDialog, type AskedStep, isAskedStep } from './ad-action-dialog.tsx'
import { type ActionExtras, type AdStep, useActOnAd, useDuplicateAd, useOfferAdUndo } from './ad-api.ts'
import { notifyAboutAd } from './ad-messages.ts'
import { actionLabels, doneLabels } from './ad-words.ts'

/** Says what was done to one ad or several. */
export function useAdDoneText(): (action: keyof typeof doneLabels, ads: readonly { name: string }[]) => string {
  const { t } = useLingui()
  return (action, ads) => {
    const many = ads.length
    const what = many === 1 ? `“${ads[0]!.name}”` : t`${plural(many, { one: '# ad', other: '# ads' })}`
    return `${t(doneLabels[action])}: ${what}`
  }
}

/**
 * Actions on one ad: some at once with an offer to undo, some after a dialog.
 * @param onChanged told of the ad as it is after an action; without one, where someone else changed it meanwhile
 * @param onUndone called after an undo, also when it failed: what is on the screen may be out of date
 * @param openField goes to a field of the ad that is on the screen
 */
export function useAdActions(
  onChanged: (ad: Ad, action?: AdStep) => void = () => {},
  onUndone?: () => void,
  openField?: (field: string) => void,
) {
  const { t, i18n } = useLingui()
  const act = useActOnAd()
  const offerUndo = useOfferAdUndo(onUndone)
  const doneText = useAdDoneText()
  const problemText = useProblemText()
  const [asked, setAsked] = useState<{ action: AskedStep; ad: Ad }>()

  /** Someone else changed the ad: what is asked about is its newest state from now on. @throws the failure itself */
  const notNewest = (failure: unknown): never => {
    const now = staleState<Ad>(failure)?.current
    if (now) {
      onChanged(now)
      setAsked((before) => before && { ...before, ad: now })
    }
    throw failure
  }
  /** @throws ApiError */
  const run = async (action: AdStep, ad: Ad, extras?: ActionExtras) => {
    const { undo, ...changed } = await act.mutateAsync({ action, ad, ...(extras && { extras }) }).catch(notNewest)
    onChanged(changed, action)
    // Its last step can be undone no more: the newer one is undone first.
    const { name, endsAt, phase } = changed
    const when = endsAt && dayTimeWords(endsAt, i18n.locale)
    const done =
      action === 'end' && phase === 'running' && when
        ? t`“${name}” ends at ${when}: it began in this very minute`
        : doneText(action, [ad])
    notifyAboutAd(ad.id, () => (undo ? offerUndo(done, undo) : notifyDone(done)))
  }
  const start = async (action: AdStep, ad: Ad) => {
    if (isAskedStep(action, ad)) return setAsked({ action, ad })
    try {
      await run(action, ad)
    } catch (failure) {
      const { fields, sentence, requestId } = problemText(failure)
      notifyFailure(Object.values(fields)[0] ?? sentence, requestId)
    }
  }
  const dialog: ReactNode = asked && (
    <AdActionDialog
      {...asked}
      openField={openField}
      onRun={(extras) => run(asked.action, asked.ad, extras)}
      onClose={() => setAsked(undefined)}
    />
  )
  return { start, dialog }
}

export const actionIcons: Record<AdStep, ReactNode> = {
  submit: <IconSend size={16} />,
  withdraw: <IconArrowBackUp size={16} />,
  approve: <IconCheck size={16} />,
  reject: <IconX size={16} />,
  discard: <IconArrowBackUp size={16} />,
  pause: <IconPlayerPause size={16} />,
  resume: <IconPlayerPlay size={16} />,
  extend: <IconCalendarPlus size={16} />,
  end: <IconPlayerStop size={16} />,
  archive: <IconArchive size={16} />,
  trash: <IconTrash size={16} />,
  restore: <IconArrowBackUp size={16} />,
}
/** In the order in which they are looked for. */
export const actionOrder = [
  'submit',
  'approve',
  'reject',
  'withdraw',
  'pause',
  'resume',
  'extend',
  'end',
  'discard',
  'restore',
  'archive',
  'trash',
] as const satisfies readonly AdStep[]

/** Makes a copy of an ad and opens it. */
export function useCopyAd(): (ad: Ad) => Promise<void> {
  const { navigate } = useScreen()
  const duplicate = useDuplicateAd()
  const problemText = useProblemText()
  return async (ad) => {
    try {
      navigate(paths.ad((await duplicate.mutateAsync(ad.id)).id))
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
}

/** What can be done with one ad of the list. */
export function useAdRowActions(start: (action: AdStep, ad: Ad) => unknown): (ad: Ad) => RowAction[] {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const copy = useCopyAd()
  return (ad) => [
    {
      key: 'open',
      label: ad.can.write ? t`Edit` : t`Open`,
      icon: <IconPencil size={16} />,
      run: () => navigate(paths.ad(ad.id)),
    },
    ...actionOrder
      .filter((action) => ad.can[action])
      .map((action) => ({
        key: action,
        label: t(actionLabels[action]),
        icon: actionIcons[action],
        // Over the last column, which is empty only where nothing was delivered yet.
        quick: action === 'approve' && ad.status === 'pending',
        danger: action === 'trash',
        divided: action === 'trash',
        run: () => void start(action, ad),
      })),
    ...(ad.deletedAt
      ? []
      : [{ key: 'duplicate', label: t`Duplicate`, icon: <IconCopy size={16} />, run: () => void copy(ad) }]),
  ]
}
