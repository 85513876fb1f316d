import type { Db } from '../../db/database.ts'

/** Which of these slugs belong to another article: to its text as edited, or to what readers see of it. */
export async function takenSlugs(db: Db, slugs: readonly string[], exceptArticle: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('article')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('deletedAt', 'is', null)
    .where('id', '<>', exceptArticle)
    .unionAll(
      db.selectFrom('articleLive').select('slug').where('slug', 'in', slugs).where('articleId', '<>', exceptArticle),
    )
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}
