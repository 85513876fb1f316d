import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { locales } from './locale.ts'
import { MediaRef } from './media.ts'
import { roles } from './permissions.ts'
import { SitePattern } from './site-address.ts'
import { line } from './text.ts'
import { Version } from './version.ts'
import { ZoneName } from './zoned-time.ts'

/**
 * How people get accounts. `closed`: not at all, invitations included. `approval`: anyone may ask, an administrator
 * approves; invitations work too. `invitation`: by an invitation only.
 */
export const registrationModes = ['closed', 'approval', 'invitation'] as const
export type RegistrationMode = (typeof registrationModes)[number]

const Registration = z.strictObject({ mode: z.enum(registrationModes) })

export const SITE_NAME_MAX = 60
/** What the console is called while no name is set. */
export const PRODUCT_NAME = 'Copydesk'
/** What a logo must be: pixels of its shorter side, and how many times longer the other side may be. */
export const LOGO = { pixels: 48, ratio: 6 } as const

/** Whether a picture of this size can be the logo. */
export const fitsAsLogo = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) >= LOGO.pixels && Math.max(width, height) <= LOGO.ratio * Math.min(width, height)

/** What the site is called, and what counts for people who have set nothing of their own. */
const General = z.strictObject({
  /** Of the site, in titles and mails. Empty: the name of the product. */
  name: line(SITE_NAME_MAX),
  /** A picture of the library; null: the mark of the product. */
  logo: Id.nullable(),
  timeZone: ZoneName,
  /** Of new accounts, of mails to people without one, and of the console before someone chose. Null: the browser's. */
  locale: z.enum(locales).nullable(),
})

/** The outside site: where readers find an article. */
const Site = z.strictObject({ articleUrl: SitePattern })

export const ORIGINS_MAX = 20
export const HALF_LIFE_HOURS = { least: 1, most: 72 } as const
/** How many times its usual rate an article's score may be multiplied with. */
export const LIFT_MOST = { least: 1, most: 10 } as const
const ORIGIN = /^(https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]))(:\d{1,5})?$/

/** Whether it is scheme and host (with a port, if need be) as browsers write it; http only on this computer. */
export const isOrigin = (value: string): boolean => ORIGIN.test(value) && !value.endsWith(':443')

/** A list in which what is given twice counts once. */
const eachOnce = <Item extends z.ZodType<string>>(item: Item) => z.array(item).overwrite((list) => [...new Set(list)])

/** What the outside site may do, and how quickly what is hot cools down. */
const Readers = z.strictObject({
  /** Sites beside the one above whose pages may report readers and ask the delivery API. */
  origins: eachOnce(z.string().max(255).refine(isOrigin, 'is not an origin')).max(ORIGINS_MAX),
  /** After so many hours a view weighs half as much. */
  halfLifeHours: z.number().min(HALF_LIFE_HOURS.least).max(HALF_LIFE_HOURS.most),
  /** The most that the comparison with earlier weeks multiplies a score with. */
  liftMost: z.number().min(LIFT_MOST.least).max(LIFT_MOST.most).optional(),
})

/** Who may read the delivery API. */
const Delivery = z.strictObject({
  /** Reading content and searching needs a key. What readers' browsers report and the ads they see never do. */
  needsKey: z.boolean(),
})

/** Whose sign-in takes a second step, whether the person wants one or not. */
const SecondStep = z.strictObject({ roles: eachOnce(z.enum(roles)).max(roles.length) })

/** Settings that are saved together, by the name of their section. */
export const settingSections = {
  registration: Registration,
  secondStep: SecondStep,
  general: General,
  site: Site,
  readers: Readers.required(),
  delivery: Delivery,
} as const
export type SettingSection = keyof typeof settingSections
export const settingNames = Object.keys(settingSections) as SettingSection[]

const Saved = z.object({ version: Version, by: PersonRef.nullable() })

export const Settings = z.object({
  registration: Registration,
  secondStep: SecondStep,
  general: General,
  site: Site,
  readers: Readers.required(),
  delivery: Delivery,
  /** The logo as it is shown; null without one. */
  logo: MediaRef.nullable(),
  /** Which version of each section this is, and who saved it. */
  saved: z.object({
    registration: Saved,
    secondStep: Saved,
    general: Saved,
    site: Saved,
    readers: Saved,
    delivery: Saved,
  }),
})
export type Settings = z.output<typeof Settings>
export type SettingValues = Pick<Settings, SettingSection>

/** What `stale_version` answers as `current`: one section as it is now. */
export type SettingState<Name extends SettingSection = SettingSection> = SettingValues[Name] & {
  id: Name
  version: number
  updatedBy: PersonRef | null
}

/** Steps of the storage test, in their order. */
export const storageSteps = ['write', 'read', 'delete'] as const

export const MailTest = z.object({
  ok: z.boolean(),
  to: z.string(),
  /** What the mail server said, word for word; without a server empty. */
  answer: z.string(),
  /** Where the mail was written because no mail server is set; null: it was sent, or refused. */
  folder: z.string().nullable(),
  milliseconds: z.int(),
})
export type MailTest = z.output<typeof MailTest>

export const StorageTest = z.object({
  ok: z.boolean(),
  /** `folder` on this machine or `bucket` with this name. */
  kind: z.enum(['folder', 'bucket']),
  place: z.string(),
  /** Up to the step that failed; `detail` says why. */
  steps: z.array(z.object({ step: z.enum(storageSteps), ok: z.boolean(), milliseconds: z.int(), detail: z.string() })),
})
export type StorageTest = z.output<typeof StorageTest>

export const settingEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'The settings of this installation',
    access: 'settings.manage',
    reply: Settings,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change settings; what is left out stays. With `versions` only what no one changed since',
    access: 'settings.manage',
    body: z.strictObject({
      registration: Registration.optional(),
      secondStep: SecondStep.optional(),
      general: General.partial().optional(),
      site: Site.optional(),
      readers: Readers.optional(),
      delivery: Delivery.optional(),
      versions: z
        .strictObject({
          registration: Version,
          secondStep: Version,
          general: Version,
          site: Version,
          readers: Version,
          delivery: Version,
        })
        .partial()
        .optional(),
    }),
    reply: Settings,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/settings/mail-test',
    summary: 'Send a mail to myself and answer what the mail server said',
    access: 'settings.manage',
    reply: MailTest,
  }),
  testStorage: endpoint({
    method: 'POST',
    path: '/api/settings/storage-test',
    summary: 'Write, read and delete a small file where pictures are stored, and answer which step failed',
    access: 'settings.manage',
    reply: StorageTest,
  }),
}
