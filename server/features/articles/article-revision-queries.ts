import type { Revision, RevisionContent } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import { readContent } from './article-content-rules.ts'
import { refsOf } from './article-view-queries.ts'

const MOST_SHOWN = 500

const withPeople = (db: Db, articleId: string) =>
  db
    .selectFrom('articleRevision as r')
    .leftJoin('userAccount as person', 'person.id', 'r.createdBy')
    .select(['r.id', 'r.version', 'r.createdAt', 'r.createdBy', 'r.reason', 'r.title', 'r.wordCount'])
    .select('person.name as personName')
    .where('r.articleId', '=', articleId)

type Row = Awaited<ReturnType<ReturnType<typeof withPeople>['executeTakeFirstOrThrow']>>

const toRevision = ({ personName, createdBy, reason, ...row }: Row): Revision => ({
  ...row,
  reason: reason as Revision['reason'],
  createdBy: createdBy ? { id: createdBy, name: personName ?? '' } : null,
})

/** The history of an article, newest first. */
export async function listRevisions(db: Db, articleId: string): Promise<{ items: Revision[] }> {
  const rows = await withPeople(db, articleId).orderBy('r.version', 'desc').limit(MOST_SHOWN).execute()
  return { items: rows.map(toRevision) }
}

/** One entry of this article's history, with its text and the names it points at. */
export async function findRevision(db: Db, articleId: string, id: string): Promise<RevisionContent | undefined> {
  const row = await withPeople(db, articleId).select('r.content').where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { content: stored, ...revision } = row
  const content = readContent(stored)
  return { ...toRevision(revision), content, refs: await refsOf(db, content) }
}
