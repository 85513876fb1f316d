import type { Device } from '#contract/events.ts'
import { choose, type Random } from './choose-rules.ts'
import type { Counters, DecisionRequest, PageArticle } from './decision-rules.ts'
import type { FrequencyCaps } from './frequency-commands.ts'
import type { Ledger, Promised } from './ledger.ts'
import { fittingCreatives, type LiveAd, type LivePlacement } from './live-rules.ts'
import type { LiveSet } from './live-set-rules.ts'

export type PageView = {
  /** ms since 1970 */
  at: number
  /** In the order of the page. */
  placements: readonly LivePlacement[]
  article: PageArticle | null
  device: Device
  /** A key of 16 hexadecimal characters; asked for when an ad has a frequency cap. */
  visitor: () => Promise<string>
}
/** `creative`: its position. */
export type Decision = { placement: LivePlacement; ad: LiveAd; creative: number; promised: Promised }
type Means = { live: LiveSet; ledger: Ledger; frequency: FrequencyCaps; random: Random }

/** The ads of one page view, one placement after the other; undefined for a placement that stays empty. */
export async function decidePage(means: Means, view: PageView): Promise<(Decision | undefined)[]> {
  const decisions: (Decision | undefined)[] = []
  const capped = view.placements.some(({ id }) => hasFrequencyCap(means.live, id))
  const visitor = capped ? await view.visitor() : ''
  for (const placement of view.placements) {
    const onPage = decisions.flatMap((decision) => (decision ? [decision.ad.id] : []))
    decisions.push(await decide(means, { ...view, placement, onPage }, visitor))
  }
  return decisions
}

const hasFrequencyCap = ({ candidates }: LiveSet, placement: string): boolean =>
  (candidates.get(placement) ?? []).some(({ isFrequencyCapped }) => isFrequencyCapped)

async function decide(
  { live, ledger, frequency, random }: Means,
  request: DecisionRequest,
  visitor: string,
): Promise<Decision | undefined> {
  const { placement, at } = request
  const candidates = live.candidates.get(placement.id) ?? []
  const counters: Counters = { ...ledger.counters, seen: (ad) => frequency.seen(ad, visitor, at) }
  const refused = new Set<string>()
  for (;;) {
    const ad = choose(candidates, request, counters, random, refused)
    if (!ad) return undefined
    const promised = await ledger.take(ad, at)
    if (promised && (await frequency.note(ad, visitor, at))) {
      const fitting = fittingCreatives(ad, placement)
      const creative = fitting[Math.floor(random() * fitting.length)] ?? 0
      return { placement, ad, creative, promised }
    }
    if (promised) ledger.putBack(ad, promised)
    refused.add(ad.id)
  }
}
