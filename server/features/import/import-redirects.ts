import type { ImportReason } from '#contract/import-reasons.ts'
import type { ImportContext } from './import-context.ts'
import { because } from './import-report.ts'
import type { SourceItem } from './import-records.ts'

/** The old address leads to the article. Returns what to say where it cannot. */
export async function keepRedirect(
  { db, siteUrl }: ImportContext,
  link: string,
  { id: articleId, slug }: { id: string; slug: string },
): Promise<ImportReason | undefined> {
  const path = oldPath(link, siteUrl)
  if (!path) return link ? because('foreign_address', { url: link }) : undefined
  // It lives at the very same address here.
  if (path === `/${slug}`) return undefined
  const row = await db
    .insertInto('redirect')
    .values({ path, entityType: 'article', entityId: articleId })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .returning('entityId')
    .executeTakeFirst()
  if (row) return undefined
  const there = await db.selectFrom('redirect').select('entityId').where('path', '=', path).executeTakeFirst()
  return there?.entityId === articleId ? undefined : because('address_taken', { path })
}

/**
 * What the addresses of an article were before it was renamed on the old site: WordPress leads there from them. After the
 * addresses of all articles, which come first; one that is taken by now leads nowhere else on the old site either.
 */
export async function keepOldSlugs({ db, siteUrl }: ImportContext, { link, slug, oldSlugs }: SourceItem, id: string) {
  const now = oldPath(link, siteUrl)
  const end = `/${slug}`
  const before = now?.replace(/\/$/, '')
  if (!now || !before?.endsWith(end)) return
  for (const old of oldSlugs.filter(Boolean)) {
    const path = `${before.slice(0, -end.length)}/${old}${now.slice(before.length)}`
    await db
      .insertInto('redirect')
      .values({ path, entityType: 'article', entityId: id })
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  }
}

const MOST = 2000

/** Path and query of an address of the old site, as a reader's browser asks for it. */
export function oldPath(link: string, siteUrl: string): string | undefined {
  // Of a site whose address is not known.
  if (link.startsWith('/') && !siteUrl) return link === '/' || link.length > MOST ? undefined : link
  if (!URL.canParse(link) || !URL.canParse(siteUrl)) return undefined
  const url = new URL(link)
  const bare = (host: string) => host.replace(/^www\./, '')
  if (bare(url.host) !== bare(new URL(siteUrl).host)) return undefined
  const path = url.pathname + url.search
  return path === '/' || path.length > MOST ? undefined : path
}
