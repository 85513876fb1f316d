import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { searchRankEndpoints, SearchTermDraft, SearchTermDraftReply } from '#contract/search-rank.ts'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { createArticle } from '../articles/article-commands.ts'
import { accessOf, findArticleHeads } from '../articles/article-row-queries.ts'
import { reaches } from '../articles/article-rules.ts'
import { searchGroupOf } from '../search-rules/search-rule-queries.ts'
import { termDraftsOf } from './search-term-draft-queries.ts'

class DraftExists extends Error {}

/**
 * Starts an article from a term and remembers it. Without `another`, nothing is made where an article was started already.
 * @throws ProblemError as createArticle does
 */
export async function startTermDraft(
  db: Kysely<Tables>,
  actor: Actor,
  { term, draft, another }: z.output<typeof searchRankEndpoints.startDraft.body>,
): Promise<SearchTermDraftReply> {
  const key = termKey(term)
  try {
    const article = await createArticle({ db }, actor, draft, {
      recordOrigin: async (trx, id) => {
        // Two people at the same moment: the second one waits, and then sees the draft of the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`search term ${await headOf(trx, term)}`}, 0))`.execute(
          trx,
        )
        if (!another && (await draftsOf(trx, actor, term)).length > 0) throw new DraftExists()
        await trx
          .insertInto('searchTermDraft')
          .values({ article: id, key, term, startedBy: actor.id, dismissedAt: null })
          .execute()
      },
    })
    return { article, drafts: await draftsOf(db, actor, term) }
  } catch (error) {
    if (error instanceof DraftExists) return { article: null, drafts: await draftsOf(db, actor, term) }
    throw error
  }
}

/**
 * The article no longer says which term it was started from, to anyone.
 * @throws ProblemError not_found, forbidden for those who may only read it
 */
export async function dismissTermOf(db: Db, actor: Actor, article: string): Promise<void> {
  const [head] = await findArticleHeads(db, actor, [article])
  if (!head || !reaches(actor, 'articles.read', accessOf(head))) throw new ProblemError('not_found')
  if (!reaches(actor, 'articles.write', accessOf(head))) throw new ProblemError('forbidden')
  await db
    .updateTable('searchTermDraft')
    .set({ dismissedAt: sql<string>`now()` })
    .where('article', '=', article)
    .where('dismissedAt', 'is', null)
    .execute()
}

const headOf = async (db: Db, term: string): Promise<string> =>
  (await searchGroupOf(db, term)).terms[0]?.key ?? termKey(term)

async function draftsOf(db: Db, actor: Actor, term: string): Promise<SearchTermDraft[]> {
  const head = await headOf(db, term)
  return (await termDraftsOf(db, actor, [head]))(head)
}
