import { candidatesOf, type Candidates } from './choose-rules.ts'
import type { LiveAd, LivePlacement } from './live-rules.ts'

/** The ads and placements as they are now, for decisions from memory. */
export type LiveSet = {
  ads: ReadonlyMap<string, LiveAd>
  /** By key; those outside the trash. */
  placements: ReadonlyMap<string, LivePlacement>
  trashedPlacements: readonly LivePlacement[]
  /** By id of the placement. */
  candidates: ReadonlyMap<string, Candidates>
}

/** Indexes ads by the placements in which they compete. */
export function liveSetOf(ads: readonly LiveAd[], placements: readonly LivePlacement[]): LiveSet {
  const booked = new Map<string, LiveAd[]>()
  for (const ad of ads)
    for (const id of ad.placements) {
      const found = booked.get(id)
      if (found) found.push(ad)
      else booked.set(id, [ad])
    }
  return {
    ads: new Map(ads.map((ad) => [ad.id, ad])),
    placements: new Map(placements.flatMap((placement) => (placement.trashed ? [] : [[placement.key, placement]]))),
    trashedPlacements: placements.filter(({ trashed }) => trashed),
    candidates: new Map(
      placements.map((placement) => [placement.id, candidatesOf(booked.get(placement.id) ?? [], placement)]),
    ),
  }
}
