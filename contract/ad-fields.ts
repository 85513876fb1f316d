import { z } from 'zod'
import { DEVICES } from './events.ts'
import { Id } from './id.ts'
import { AdSize } from './placements.ts'
import { line, requiredLine, saysOf, text, WebUrl, wholeString } from './text.ts'
import { WallTime, ZoneName } from './zoned-time.ts'

export const CREATIVES_MOST = 20
export const CREATIVE_HTML_MOST = 100_000
const PLACEMENTS_MOST = 50
const AUDIENCE_MOST = 100
const AMOUNT_MOST = 1_000_000_000

const ids = (max: number) =>
  z
    .array(Id)
    .max(max)
    .refine((list) => new Set(list).size === list.length, saysOf('repeated'))
const oneOfEach = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((list) => new Set(list).size === list.length, saysOf('repeated'))

/** A picture of the library, in its own size. */
const ImageCreative = z.strictObject({ kind: z.literal('image'), media: Id, alt: line(300) })
/** Stored as written, and only ever shown in a sandboxed frame. `%%CLICK%%` in it becomes the address of the click. */
const HtmlCreative = z.strictObject({
  kind: z.literal('html'),
  html: wholeString(CREATIVE_HTML_MOST)
    .refine((html) => html.trim() !== '', saysOf('required'))
    .refine((html) => !html.includes('\0'), 'without NUL characters'),
  ...AdSize.shape,
})
/** Fits every placement. */
const TextCreative = z.strictObject({ kind: z.literal('text'), title: requiredLine(90), text: text(300) })
export const Creative = z.discriminatedUnion('kind', [ImageCreative, HtmlCreative, TextCreative])
export type Creative = z.output<typeof Creative>

/** Categories mean everything below them, too. Hours of the day in the ad's time zone. An empty list means all, or none of them. */
export const Audience = z.strictObject({
  categories: ids(AUDIENCE_MOST),
  tags: ids(AUDIENCE_MOST),
  devices: oneOfEach(z.enum(DEVICES), DEVICES.length),
  hours: oneOfEach(z.int().min(0).max(23), 24),
})
export type Audience = z.output<typeof Audience>
const noAudience = (): Audience => ({ categories: [], tags: [], devices: [], hours: [] })

export const goalKinds = ['none', 'impressions', 'clicks'] as const
const amount = z.int().min(1).max(AMOUNT_MOST)
/** An ad ends when its goal is reached. Impressions never exceed it. */
const Goal = z
  .strictObject({ kind: z.enum(goalKinds), amount: amount.nullable() })
  .refine((goal) => (goal.kind === 'none') === (goal.amount === null), {
    path: ['amount'],
    message: 'an amount for impressions or clicks, none without a goal',
  })

/** No visitor sees the ad more often than `count` times in any hour, or in any day (UTC). */
const FrequencyCap = z.strictObject({ count: z.int().min(1).max(50), per: z.enum(['hour', 'day']) })

/** What browsers drop from an address, or take for its password, is not in it: it is sent on as it is. */
const isPlain = (url: string): boolean => !/[\s\p{Cc}\\]|^https?:\/\/[^/?#]*@/iu.test(url)
const HttpsUrl = WebUrl.refine((url) => /^https:/i.test(url), 'only https').refine(
  isPlain,
  'without spaces, user name and password',
)

/** What readers see of an ad: changes of it wait for approval while what was approved goes on. */
export const reviewedFields = ['advertiser', 'label', 'clickUrl', 'creatives'] as const

/** What a person edits. */
export const AdFields = z.strictObject({
  name: requiredLine(160),
  advertiser: line(160),
  /** Shown above the ad, e.g. “Advertisement”. */
  label: line(40),
  /** Where a click leads: https only. Empty in a draft. */
  clickUrl: z.union([z.literal(''), HttpsUrl]),
  creatives: z.array(Creative).max(CREATIVES_MOST),
  placements: ids(PLACEMENTS_MOST),
  /** In `timeZone`. Null: at once. */
  startsAt: WallTime.nullable(),
  /** In `timeZone`; from this minute on the ad is not shown. Null: no end. */
  endsAt: WallTime.nullable(),
  timeZone: ZoneName,
  goal: Goal,
  /** Impressions on one day of `timeZone`. */
  dailyCap: amount.nullable(),
  /** Even pacing needs a goal of impressions and an end; without them it is `asap`. */
  pacing: z.enum(['even', 'asap']),
  priority: z.int().min(0).max(10),
  weight: z.int().min(1).max(100),
  frequencyCap: FrequencyCap.nullable(),
  targeting: Audience,
  exclusions: Audience,
  /** Whether one page may show it more than once. */
  allowRepeat: z.boolean(),
})
export type AdFields = z.output<typeof AdFields>

/** Whether both times are there and the end is not after the start. */
export const endsBeforeStart = ({ startsAt, endsAt }: Pick<AdFields, 'startsAt' | 'endsAt'>): boolean =>
  Boolean(startsAt && endsAt && endsAt <= startsAt)

/** The fields as a form sends them: what is wrong with the dates is told together with what is wrong with other fields. */
export const AdFormFields = AdFields.refine((fields) => !endsBeforeStart(fields), {
  path: ['endsAt'],
  message: saysOf('end_before_start'),
  // Also where other fields are wrong.
  when: ({ value }) => WallTimes.safeParse(value).success,
})
const WallTimes = z.object({ startsAt: WallTime.nullable(), endsAt: WallTime.nullable() })

/** The fields of a new ad that were not given. */
export const newAdFields = (): Omit<AdFields, 'name'> => ({
  advertiser: '',
  label: '',
  clickUrl: '',
  creatives: [],
  placements: [],
  startsAt: null,
  endsAt: null,
  timeZone: 'UTC',
  goal: { kind: 'none', amount: null },
  dailyCap: null,
  pacing: 'even',
  priority: 5,
  weight: 10,
  frequencyCap: null,
  targeting: noAudience(),
  exclusions: noAudience(),
  allowRepeat: false,
})
