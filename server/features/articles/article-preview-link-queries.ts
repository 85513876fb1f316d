import { sql } from 'kysely'
import type { PreviewLink } from '#contract/preview-links.ts'
import type { Db } from '../../db/database.ts'
import { findArticleHeads, accessOf } from './article-row-queries.ts'
import { maySharePreview, type Viewer } from './article-rules.ts'

/** By the database's clock, and only of people who may sign in. */
const openLinks = (db: Db) =>
  db
    .selectFrom('previewLink as link')
    .innerJoin('userAccount as maker', 'maker.id', 'link.createdBy')
    .select(['link.id', 'link.articleId', 'link.name', 'link.createdAt', 'link.expiresAt'])
    .select(['maker.id as makerId', 'maker.name as makerName', 'maker.role as makerRole'])
    .where('link.expiresAt', '>', sql<string>`now()`)
    .where('maker.status', '=', 'active')

/** Whether this person may show the working copy of the article to guests now. */
export async function sharesPreview(db: Db, maker: Viewer, articleId: string): Promise<boolean> {
  const [head] = await findArticleHeads(db, maker, [articleId])
  return head !== undefined && maySharePreview(maker, accessOf(head))
}

/** The links of an article that work now, newest first. */
export async function listPreviewLinks(db: Db, articleId: string): Promise<PreviewLink[]> {
  const rows = await openLinks(db).where('articleId', '=', articleId).orderBy('link.id', 'desc').execute()
  const makers = new Map<string, boolean>()
  for (const { makerId: id, makerRole: role } of rows)
    if (!makers.has(id)) makers.set(id, await sharesPreview(db, { id, role }, articleId))
  return rows
    .filter(({ makerId }) => makers.get(makerId))
    .map(({ id, name, createdAt, expiresAt, makerId, makerName }) => ({
      id,
      name,
      createdAt,
      expiresAt,
      createdBy: { id: makerId, name: makerName },
    }))
}

/** The article behind a link, and the person whose rights it is shown by; undefined when the link does not work now. */
export async function findPreviewLink(
  db: Db,
  tokenHash: Buffer,
): Promise<{ articleId: string; expiresAt: string; maker: Viewer } | undefined> {
  const row = await openLinks(db).where('tokenHash', '=', tokenHash).executeTakeFirst()
  if (!row) return undefined
  const { articleId, expiresAt, makerId, makerRole } = row
  const maker = { id: makerId, role: makerRole }
  return (await sharesPreview(db, maker, articleId)) ? { articleId, expiresAt, maker } : undefined
}
