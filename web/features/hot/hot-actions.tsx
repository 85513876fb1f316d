import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { articleEndpoints } from '#contract/articles.ts'
import type { HotItem } from '#contract/hot.ts'
import { call } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useCreateArticle } from '../articles/article-api.ts'
import { type HotChoice, useHotChanged, useHotChoice } from './hot-api.ts'
import { HotChoiceDialog } from './hot-choice-dialog.tsx'

type Asked = { item: HotItem; action: 'pin' | 'bury' }

/** Pin, bury, let the score decide again, and write on. */
export function useHotActions(items: readonly HotItem[]): {
  start: (item: HotItem, action: Asked['action']) => void
  clear: (item: HotItem) => void
  /** The place of a pin among the pins, from 1, and how many there are. */
  placeOf: (item: HotItem) => { place: number; of: number }
  move: (item: HotItem, place: number) => void
  followUp: (item: HotItem) => Promise<void>
  dialog: ReactNode
} {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const problemText = useProblemText()
  const [asked, setAsked] = useState<Asked>()
  const choice = useHotChoice()
  const offerUndo = useOfferUndo(useHotChanged())
  const create = useCreateArticle()
  /** Takes the message of the last decision away: several would cover the rows. */
  const closeLast = useRef<() => void>(undefined)

  const fail = (error: unknown) => {
    const { sentence, requestId } = problemText(error)
    notifyFailure(sentence, requestId)
  }
  const placeOf = ({ id }: HotItem) => {
    const pins = items.filter(({ pinned }) => pinned)
    return { place: pins.findIndex((one) => one.id === id) + 1, of: pins.length }
  }
  const run = async (next: HotChoice, done: string) => {
    const { undo } = await choice.mutateAsync(next)
    closeLast.current?.()
    closeLast.current = offerUndo(done, undo)
  }

  async function followUp(item: HotItem) {
    try {
      const { title, primaryCategory, categories, tags } = await call(articleEndpoints.view, {
        params: { id: item.id },
      })
      const made = await create.mutateAsync({
        // Half a character could not be stored.
        title: t`Follow-up: ${title}`.slice(0, 255).replace(/[\ud800-\udbff]$/, ''),
        primaryCategory,
        categories,
        tags,
        internalNote: t`Follows “${title}”, which was hot.`,
      })
      navigate(paths.article(made.id))
    } catch (error) {
      fail(error)
    }
  }

  return {
    start: (item, action) => setAsked({ item, action }),
    clear: (item) =>
      void run(
        { id: item.id, action: 'clear' },
        item.pinned ? t`“${item.title}” is no longer pinned` : t`“${item.title}” is no longer buried`,
      ).catch(fail),
    placeOf,
    move: (item, place) => {
      const { of } = placeOf(item)
      void run({ id: item.id, action: 'move', place }, t`“${item.title}” is pin ${place} of ${of}`).catch(fail)
    },
    followUp,
    dialog: asked && (
      <HotChoiceDialog
        item={asked.item}
        action={asked.action}
        onChoose={(until) =>
          run(
            { id: asked.item.id, action: asked.action, until },
            asked.action === 'pin' ? t`“${asked.item.title}” is pinned` : t`“${asked.item.title}” is buried`,
          )
        }
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
