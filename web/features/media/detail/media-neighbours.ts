import { useLingui } from '@lingui/react/macro'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useTotalText } from '../../../ui/data-table/total-text.ts'
import { notifyFailure } from '../../../ui/notify.tsx'
import { type MediaQuery, useMediaPage } from '../media-api.ts'

type Given = {
  /** The picture in front. */
  id: string | undefined
  query: MediaQuery & { page: number; pageSize: number }
  /** The page of the list; undefined while it is not the one that was asked for. */
  items: readonly Media[] | undefined
  total: number
  totalIsExact: boolean
  onGo: (media: Media, page: number) => void
}

/** The pictures before and after one in its list, across pages; undefined at the ends of the list. */
export type MediaNeighbours = {
  listed: Media | undefined
  /** The pictures of the page from this one on, then those before it: who takes its place when it goes. */
  successors: readonly string[]
  /** “26 of 412”; undefined when the picture is not on this page of the list. */
  place: string | undefined
  previous: (() => Promise<void>) | undefined
  next: (() => Promise<void>) | undefined
}

const nowhere: MediaNeighbours = {
  listed: undefined,
  successors: [],
  place: undefined,
  previous: undefined,
  next: undefined,
}

export function useMediaNeighbours({ id, query, items, total, totalIsExact, onGo }: Given): MediaNeighbours {
  const { t, i18n } = useLingui()
  const totalText = useTotalText()
  const problemText = useProblemText()
  const fetchPage = useMediaPage()
  const { page, pageSize } = query
  const at = items?.findIndex((media) => media.id === id) ?? -1
  if (!items || at < 0) return nowhere

  const number = (page - 1) * pageSize + at + 1
  const [nth, all] = [i18n.number(number), totalText({ total, totalIsExact })]
  const isLast = totalIsExact ? number >= total : at === items.length - 1 && items.length < pageSize
  const goTo = (media: Media | undefined, where: number) => media && onGo(media, where)
  const turnTo = async (where: number, pick: (found: readonly Media[]) => Media | undefined) => {
    try {
      goTo(pick(await fetchPage({ ...query, page: where })), where)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const previous = async () => (at > 0 ? goTo(items[at - 1], page) : turnTo(page - 1, (found) => found.at(-1)))
  const next = async () => (at < items.length - 1 ? goTo(items[at + 1], page) : turnTo(page + 1, ([first]) => first))
  return {
    listed: items[at],
    successors: [...items.slice(at), ...items.slice(0, at).toReversed()].map((media) => media.id),
    place: t`${nth} of ${all}`,
    previous: number > 1 ? previous : undefined,
    next: isLast ? undefined : next,
  }
}
