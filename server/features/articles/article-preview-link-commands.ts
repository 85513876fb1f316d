import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { GuestPreview, NewPreviewLink, PreviewLink } from '#contract/preview-links.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { networkOf } from '../../http/network.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { countHit } from '../../http/rate-limit.ts'
import { hashToken, looksLikeToken, newToken } from '../../http/session-token.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findPreviewLink, listPreviewLinks } from './article-preview-link-queries.ts'
import { previewOf } from './article-preview-queries.ts'
import { findArticleHeads, accessOf } from './article-row-queries.ts'
import { maySharePreview, reaches } from './article-rules.ts'
import { lockArticleForUpdate, type LockedArticle } from './article-save-commands.ts'
import { viewArticle } from './article-view-queries.ts'

const MADE_BY_A_PERSON = { max: 30, seconds: 3600, of: 'new preview links of one person' }
const OPENED_FROM_A_NETWORK = { max: 60, seconds: 60, of: 'opened preview links from one network' }

/**
 * An address that shows the working copy to whoever has it. The secret is answered once; the database keeps its hash.
 * @throws ProblemError not_found, forbidden, illegal_transition in the trash, too_many_requests
 */
export async function createPreviewLink(
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  articleId: string,
  { hours, name }: { hours: number; name: string },
): Promise<NewPreviewLink> {
  await countHit(db, `preview-link:${actor.id}`, MADE_BY_A_PERSON)
  return db.transaction().execute(async (trx) => {
    const locked = await lockShared(trx, actor, articleId)
    const token = newToken()
    const link = await trx
      .insertInto('previewLink')
      .values({
        id: uuidv7(),
        articleId,
        name,
        tokenHash: hashToken(token),
        createdBy: actor.id,
        expiresAt: sql<string>`now() + make_interval(hours => ${hours})`,
      })
      .returning(['id', 'name', 'createdAt', 'expiresAt'])
      .executeTakeFirstOrThrow()
    await auditLink(locked, 'create', link.id, {
      after: { article: articleId, ...nameOf(link), expiresAt: link.expiresAt },
    })
    return { ...link, createdBy: { id: actor.id, name: actor.name }, url: `${config.publicUrl}/preview#${token}` }
  })
}

/** The links that work now, for those who may make one; none while it is in the trash. @throws ProblemError not_found, forbidden */
export async function viewPreviewLinks(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  articleId: string,
): Promise<{ items: PreviewLink[] }> {
  const [head] = await findArticleHeads(db, actor, [articleId])
  if (!head || !reaches(actor, 'articles.read', accessOf(head))) throw new ProblemError('not_found')
  if (!reaches(actor, 'articles.write', accessOf(head))) throw new ProblemError('forbidden')
  return { items: await listPreviewLinks(db, articleId) }
}

/** Ends a link at once, whoever made it. @throws ProblemError not_found, forbidden */
export async function revokePreviewLink(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  articleId: string,
  linkId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const locked = await lockArticleForUpdate(trx, actor, articleId, 'articles.write')
    const revoked = await trx
      .deleteFrom('previewLink')
      .where('id', '=', linkId)
      .where('articleId', '=', articleId)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw new ProblemError('not_found')
    await auditLink(locked, 'revoke', linkId, { before: { article: articleId, ...nameOf(revoked) } })
  })
}

/**
 * The article as a guest sees it: what its maker sees, as a page and nothing else.
 * @throws ProblemError link_expired for every link that does not work, whatever the reason; too_many_requests
 */
export async function openPreviewLink({ db }: Pick<Services, 'db'>, token: string, ip: string): Promise<GuestPreview> {
  await countHit(db, `preview:${networkOf(ip)}`, OPENED_FROM_A_NETWORK)
  const link = looksLikeToken(token) ? await findPreviewLink(db, hashToken(token)) : undefined
  const article = link && (await viewArticle(db, link.maker, link.articleId))
  if (!link || !article) throw new ProblemError('link_expired')
  return { title: article.title, html: await previewOf(db, article), expiresAt: link.expiresAt }
}

/** Forgets links whose time is over. */
export async function sweepPreviewLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('previewLink')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute()
}

/** Locked, so that no one trashes it at the same moment. */
async function lockShared(trx: Db, actor: Actor, articleId: string): Promise<LockedArticle> {
  const locked = await lockArticleForUpdate(trx, actor, articleId, 'articles.write')
  if (locked.access.state === 'trashed')
    throw new ProblemError('illegal_transition', { detail: 'An article in the trash has no preview links' })
  if (!maySharePreview(actor, locked.access)) throw new ProblemError('forbidden')
  return locked
}

const nameOf = ({ name }: { name: string }) => (name === '' ? {} : { name })

const auditLink = (
  { trx, actor, row }: LockedArticle,
  action: 'create' | 'revoke',
  entityId: string,
  more: { before?: object; after?: object },
) => recordAudit(trx, actor, { action, entityType: 'preview_link', entityId, entityTitle: row.title, ...more })
