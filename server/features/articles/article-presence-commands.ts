import { sql } from 'kysely'
import type { z } from 'zod'
import type { articleEndpoints, ArticlePresence, PresentPerson } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { accessOf, findArticleHeads } from './article-row-queries.ts'
import { reaches } from './article-rules.ts'

type Report = z.output<(typeof articleEndpoints)['presence']['body']>

/** A tab that says nothing for so long is not there any more: the console says so every 8 seconds. */
const expired = sql<boolean>`article_presence.seen_at < now() - interval '45 seconds'`
const MOST_PEOPLE = 50

/**
 * Notes that this tab has the article open, or no longer has, and answers who else has. It is neither a change of the article
 * nor a part of the audit log.
 * @throws ProblemError not_found, forbidden for those who may only read it
 */
export async function recordPresence(db: Db, actor: Actor, article: string, report: Report): Promise<ArticlePresence> {
  // First, as who may no longer write it is to be gone, too; it concerns only the person's own tab.
  if (report.leaving) await leave(db, { article, user: actor.id, tab: report.tab })
  const [head] = await findArticleHeads(db, actor, [article])
  if (!head || !reaches(actor, 'articles.read', accessOf(head))) throw new ProblemError('not_found')
  if (!reaches(actor, 'articles.write', accessOf(head))) throw new ProblemError('forbidden')
  const others = report.leaving ? [] : await stay(db, { article, user: actor.id, ...report })
  return { version: head.version, others }
}

type Tab = { article: string; user: string; tab: string }
type OpenTab = Tab & { typed: boolean; finished: boolean }

async function stay(db: Db, mine: OpenTab): Promise<PresentPerson[]> {
  const { article, user, tab, typed, finished } = mine
  // One statement; what it reads is what was there before it, and its own row is left out anyway.
  const { rows } = await sql<PresentPerson>`with mine as (
      insert into article_presence (article_id, user_id, tab, typed_at)
      values (${article}, ${user}, ${tab}, case when ${typed}::boolean then now() end)
      on conflict (article_id, user_id, tab) do update set
        since = case when ${expired} then now() else article_presence.since end,
        seen_at = now(),
        typed_at = coalesce(excluded.typed_at, case when not ${finished}::boolean then article_presence.typed_at end)
    )
    select article_presence.user_id as id, user_account.name, min(since) as since,
      bool_or(coalesce(typed_at > now() - interval '1 minute', false)) as writing
    from article_presence join user_account on user_account.id = article_presence.user_id
    where article_id = ${article} and not ${expired} and not (user_id = ${user} and tab = ${tab})
    group by 1, 2 order by writing desc, 3, 1 limit ${MOST_PEOPLE}`.execute(db)
  return rows
}

async function leave(db: Db, { article, user, tab }: Tab): Promise<void> {
  await db
    .deleteFrom('articlePresence')
    .where('articleId', '=', article)
    .where('userId', '=', user)
    .where('tab', '=', tab)
    .execute()
}

/** Deletes the rows of tabs that went without saying so. */
export const sweepArticlePresence = async (db: Db): Promise<void> =>
  void (await db.deleteFrom('articlePresence').where(expired).execute())
