import { isOpen, competesIn, type Counters, type DecisionRequest } from './decision-rules.ts'
import type { LiveAd, LivePlacement } from './live-rules.ts'

/** Ads of one priority. `ends`: sums of the weights up to and including each ad. */
type Group = { ads: readonly LiveAd[]; ends: readonly number[]; isFrequencyCapped: boolean }
/** The ads that compete in a placement, the highest priority first. */
export type Candidates = readonly Group[]
/** Below 1, as Math.random. */
export type Random = () => number

/** So many draws are tried before every ad of a group is looked at. */
const TRIES = 12

/** The ads among these that compete in the placement. */
export function candidatesOf(ads: Iterable<LiveAd>, placement: LivePlacement): Candidates {
  const byPriority = new Map<number, LiveAd[]>()
  for (const ad of ads) {
    if (!competesIn(ad, placement)) continue
    const group = byPriority.get(ad.priority)
    if (group) group.push(ad)
    else byPriority.set(ad.priority, [ad])
  }
  return [...byPriority].toSorted(([one], [other]) => other - one).map(([, group]) => groupOf(group))
}

function groupOf(ads: readonly LiveAd[]): Group {
  let sum = 0
  return {
    ads,
    ends: ads.map(({ weight }) => (sum += weight)),
    isFrequencyCapped: ads.some(({ frequencyCap }) => frequencyCap !== null),
  }
}

/** One of the group, by weight. */
function draw({ ads, ends }: Group, random: Random): LiveAd | undefined {
  const wanted = random() * (ends.at(-1) ?? 0)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return ads[low]
}

/**
 * The decision: of the highest priority that has an ad which passes all rules, one by weight.
 * @param refused ads that turned out to be used up since the counts were read
 */
export function choose(
  candidates: Candidates,
  request: DecisionRequest,
  counters: Counters,
  random: Random,
  refused: ReadonlySet<string> = new Set(),
): LiveAd | undefined {
  const mayShow = (ad: LiveAd) => !refused.has(ad.id) && isOpen(ad, request, counters)
  for (const group of candidates) {
    // Drawing until one passes chooses each of those that pass by its weight, and looks at few.
    for (let tries = Math.min(TRIES, group.ads.length); tries > 0; tries--) {
      const ad = draw(group, random)
      if (ad && mayShow(ad)) return ad
    }
    const open = group.ads.filter(mayShow)
    if (open.length > 0) return draw(groupOf(open), random)
  }
  return undefined
}

/** How likely `choose` is to choose each ad; the most likely first. */
export function sharesOf(
  candidates: Candidates,
  request: DecisionRequest,
  counters: Counters,
): { ad: LiveAd; share: number }[] {
  for (const { ads } of candidates) {
    const open = ads.filter((ad) => isOpen(ad, request, counters))
    const sum = open.reduce((total, { weight }) => total + weight, 0)
    if (open.length > 0)
      return open
        .map((ad) => ({ ad, share: ad.weight / sum }))
        .toSorted((one, other) => other.share - one.share || (one.ad.id < other.ad.id ? -1 : 1))
  }
  return []
}
