import { z } from 'zod'
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
})
const Section = z.object({ items: z.array(Item), total: z.int() })
export type WelcomeSection = z.output<typeof Section>

export const welcomeEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/welcome',
    summary: 'What needs me',
    access: 'signed-in',
    reply: z.object({
      myDrafts: Section,
      returned: Section,
      inReview: Section,
      /** Published articles whose changes are submitted for review. */
      changesInReview: Section,
      scheduled: Section,
      recent: Section,
      /** Accounts that wait for approval; 0 for those who cannot approve. */
      pendingUsers: z.int(),
    }),
  }),
}
