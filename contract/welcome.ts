import { z } from 'zod'
import { adPhases, adStatuses } from './ad-actions.ts'
import { paceNames } from './ads.ts'
import { Id } from './id.ts'
import { articleStatuses } from './article-actions.ts'
import { endpoint } from './endpoint.ts'

const Item = z.object({
  id: Id,
  title: z.string(),
  status: z.enum(articleStatuses),
  hasChanges: z.boolean(),
  /** Its changes, where it is published, are submitted for review. */
  isSubmitted: z.boolean(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
  publishAt: z.iso.datetime().nullable(),
  /** Since when it, or its changes, are in review; null where they are not. */
  waitsSince: z.iso.datetime().nullable(),
})
/** Where the total is not exact, there are at least so many. */
const Section = z.object({ items: z.array(Item), total: z.int(), totalIsExact: z.boolean() })
export type WelcomeSection = z.output<typeof Section>

const AdItem = z.object({
  id: Id,
  name: z.string(),
  advertiser: z.string(),
  status: z.enum(adStatuses),
  phase: z.enum(adPhases).nullable(),
  endsAt: z.iso.datetime().nullable(),
  pace: z.enum(paceNames).nullable(),
  submittedAt: z.iso.datetime().nullable(),
  rejectedAt: z.iso.datetime().nullable(),
})
const AdSection = z.object({ items: z.array(AdItem), total: z.int() })
export type WelcomeAdSection = z.output<typeof AdSection>

/** What ads need; those who may not see ads get none of it. */
export const WelcomeAds = z.object({
  /** First submissions and submitted changes; 0 for those who cannot approve. */
  toApprove: z.int(),
  /** Own ads, or changes of them, that wait for an administrator, the first submitted first; none for those who approve. */
  waiting: AdSection,
  /** Own ads, or changes of them, that were rejected and not submitted again; the latest first. */
  returned: AdSection,
  /** Running ads that end within a week or are behind; the first to end first. */
  watch: AdSection,
})
export type WelcomeAds = z.output<typeof WelcomeAds>

/** What a new installation still lacks, in the order in which it is set up. */
export const setupSteps = ['name', 'address', 'timeZone', 'language', 'people', 'script'] as const
export type SetupStep = (typeof setupSteps)[number]
const steps = z.array(z.enum(setupSteps))

export const welcomeEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/welcome',
    summary: 'What needs me',
    access: 'signed-in',
    reply: z.object({
      myDrafts: Section,
      returned: Section,
      /** Whoever waits longest comes first, here and among the changes. */
      inReview: Section,
      /** Published articles whose changes are submitted for review. */
      changesInReview: Section,
      scheduled: Section,
      recent: Section,
      /** Accounts that wait for approval; 0 for those who cannot approve. */
      pendingUsers: z.int(),
      /** Null for those who may not see ads. */
      ads: WelcomeAds.nullable(),
      /** Steps that are neither done nor dismissed; none for those who may not change settings. */
      setup: steps,
    }),
  }),
  dismissSetup: endpoint({
    method: 'POST',
    path: '/api/welcome/setup/dismiss',
    summary: 'Show no more that these steps of setting up are open',
    access: 'settings.manage',
    body: z.strictObject({ steps: steps.min(1).max(setupSteps.length) }),
    status: 204,
  }),
}
