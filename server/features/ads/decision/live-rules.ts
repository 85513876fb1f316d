import type { Device } from '#contract/events.ts'
import type { AdSize } from '#contract/placements.ts'
import type { AdContent, LiveContent } from '../../../db/ad-tables.ts'
import { creativeSize, liveContentOf } from '../ad-rules.ts'
import { flightOf } from './flight-rules.ts'
import { curveOf, type Curve, type ViewProfile } from './pacing-rules.ts'

export type LivePlacement = {
  id: string
  key: string
  name: string
  sizes: readonly AdSize[]
  /** False in the trash, too. */
  active: boolean
  trashed: boolean
}

/** Empty sets limit nothing. */
export type LiveAudience = {
  categories: ReadonlySet<string>
  tags: ReadonlySet<string>
  devices: ReadonlySet<Device>
  hours: ReadonlySet<number>
}

/** An ad as the decision sees it. Times in ms since 1970. */
export type LiveAd = {
  id: string
  name: string
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'archived'
  trashed: boolean
  /** What was approved; what is edited where nothing was. */
  content: LiveContent
  /** By creative; null: fits all placements, undefined: its picture is gone. */
  sizes: readonly (AdSize | null | undefined)[]
  /** By creative: the address of its picture on this server; null for others. */
  pictures: readonly (string | null)[]
  placements: ReadonlySet<string>
  startsAt: number | null
  endsAt: number | null
  timeZone: string
  goal: AdContent['goal']
  dailyCap: number | null
  priority: number
  weight: number
  frequencyCap: AdContent['frequencyCap']
  targeting: LiveAudience
  exclusions: LiveAudience
  allowRepeat: boolean
  /** Undefined: as fast as possible. */
  even: { amount: number; curve: Curve } | undefined
}

export type LiveAdRow = {
  id: string
  status: LiveAd['status']
  deletedAt: string | null
  fields: AdContent
  live: LiveContent | null
  startsAt: string | null
  endsAt: string | null
  approvedAt: string | null
}

/** The pictures that creatives show, by their ids. */
export type LivePictures = ReadonlyMap<string, AdSize & { url: string }>

const audienceOf = (audience: AdContent['targeting']): LiveAudience => ({
  categories: new Set(audience.categories),
  tags: new Set(audience.tags),
  devices: new Set(audience.devices),
  hours: new Set(audience.hours),
})

/** A row as the decision sees it. */
export function liveAdOf(row: LiveAdRow, media: LivePictures, profile: ViewProfile): LiveAd {
  const { fields } = row
  const content = row.live ?? liveContentOf(fields)
  const flight = flightOf(row)
  const { kind, amount } = fields.goal
  const isEven = fields.pacing === 'even' && kind === 'impressions' && amount !== null && flight !== undefined
  // Made when it is needed first: most ads are not asked for every second.
  let curve: Curve | undefined
  return {
    id: row.id,
    name: fields.name,
    status: row.status,
    trashed: row.deletedAt !== null,
    content,
    sizes: content.creatives.map((creative) => creativeSize(creative, media)),
    pictures: content.creatives.map((creative) =>
      creative.kind === 'image' ? (media.get(creative.media)?.url ?? null) : null,
    ),
    placements: new Set(fields.placements),
    startsAt: row.startsAt === null ? null : Date.parse(row.startsAt),
    endsAt: row.endsAt === null ? null : Date.parse(row.endsAt),
    timeZone: fields.timeZone,
    goal: fields.goal,
    dailyCap: fields.dailyCap,
    priority: fields.priority,
    weight: fields.weight,
    frequencyCap: fields.frequencyCap,
    targeting: audienceOf(fields.targeting),
    exclusions: audienceOf(fields.exclusions),
    allowRepeat: fields.allowRepeat,
    even: isEven
      ? {
          amount,
          get curve() {
            return (curve ??= curveOf(flight, profile))
          },
        }
      : undefined,
  }
}

/** Whether delivery of the ad is limited, so that each impression must be promised first. */
export const isCapped = ({ goal, dailyCap, even }: LiveAd): boolean =>
  goal.kind === 'impressions' || dailyCap !== null || even !== undefined

/** The creatives of the ad that this placement takes, by position. */
export const fittingCreatives = ({ sizes }: LiveAd, placement: LivePlacement): number[] =>
  sizes.flatMap((size, position) => {
    if (size === undefined) return []
    const fits =
      size === null || placement.sizes.some(({ width, height }) => width === size.width && height === size.height)
    return fits ? [position] : []
  })
