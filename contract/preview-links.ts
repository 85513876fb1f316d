import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { line } from './text.ts'

export const PREVIEW_LINK_NAME_MAX = 120

/** For how long a preview link may work, in hours. */
export const previewLinkHours = [1, 24, 168, 720] as const
export const PREVIEW_LINK_HOURS_DEFAULT = 168

/** An address that shows the working copy of one article to people without an account. Its secret is not kept. */
export const PreviewLink = z.object({
  id: Id,
  /** Whom it is for, as in “Maria, photographer”; empty: not said. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef,
  expiresAt: z.iso.datetime(),
})
export type PreviewLink = z.output<typeof PreviewLink>

/** As it is answered once, when it is made. `url`: with the secret in its fragment, which no browser sends anywhere. */
export const NewPreviewLink = PreviewLink.extend({ url: z.string() })
export type NewPreviewLink = z.output<typeof NewPreviewLink>

/** What a guest gets: a page for a sandboxed frame, and until when the link works. */
export const GuestPreview = z.object({ title: z.string(), html: z.string(), expiresAt: z.iso.datetime() })
export type GuestPreview = z.output<typeof GuestPreview>

export const previewLinkEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/articles/:id/preview-links',
    summary: 'The preview links of an article that work now, newest first',
    access: 'articles.write',
    params: ById,
    reply: z.object({ items: z.array(PreviewLink) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/articles/:id/preview-links',
    summary: 'Make an address that shows the working copy to people without an account',
    access: 'articles.write',
    params: ById,
    body: z.strictObject({
      hours: z.union(previewLinkHours.map((hours) => z.literal(hours))),
      name: line(PREVIEW_LINK_NAME_MAX).default(''),
    }),
    reply: NewPreviewLink,
    status: 201,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id/preview-links/:link',
    summary: 'End a preview link at once',
    access: 'articles.write',
    params: z.strictObject({ id: Id, link: Id }),
    status: 204,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/preview',
    summary: 'The article behind a preview link; unknown, expired and revoked links get the same answer',
    access: 'public',
    body: z.strictObject({ token: z.string().max(200) }),
    reply: GuestPreview,
  }),
}
