import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { searchRankEndpoints, SearchTermDraft, SearchTermDraftReply } from '#contract/search-rank.ts'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { createArticle } from '../articles/article-commands.ts'
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
    const article = await createArticle({ db }, actor, draft, async (trx, id) => {
      // Two people at the same moment: the second one waits, and then sees the draft of the first.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`search term ${await headOf(trx, term)}`}, 0))`.execute(
        trx,
      )
      if (!another && (await draftsOf(trx, actor, term)).length > 0) throw new DraftExists()
      await trx.insertInto('searchTermDraft').values({ article: id, key, term, startedBy: actor.id }).execute()
    })
    return { article, drafts: await draftsOf(db, actor, term) }
  } catch (error) {
    if (error instanceof DraftExists) return { article: null, drafts: await draftsOf(db, actor, term) }
    throw error
  }
}

const headOf = async (db: Db, term: string): Promise<string> =>
  (await searchGroupOf(db, term)).terms[0]?.key ?? termKey(term)

async function draftsOf(db: Db, actor: Actor, term: string): Promise<SearchTermDraft[]> {
  const head = await headOf(db, term)
  return (await termDraftsOf(db, actor, [head]))(head)
}
