import { sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { allows } from '#contract/permissions.ts'
import type { welcomeEndpoints, WelcomeSection } from '#contract/welcome.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Db } from '../../db/database.ts'
import type { Total } from '../../db/list-total.ts'
import { changesSubmitted } from '../articles/article-filter-queries.ts'
import { matchingArticles, waitsSince } from '../articles/article-list-queries.ts'
import { isOneOfOwn } from '../articles/article-row-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { summariseArticles } from '../articles/article-view-queries.ts'

const SHOWN = 8
const newest = sql`updated_at desc, id desc`
const longestInReview = sql`${waitsSince}, id`

/** What needs this person, each part through an index of its own. @param total of all they may see, where a counter tells */
export async function welcome(
  db: Db,
  viewer: Viewer,
  total?: Total,
): Promise<Omit<Reply<typeof welcomeEndpoints.view>, 'ads' | 'setup'>> {
  const articles = db.selectFrom('article').select('article.id').where('deletedAt', 'is', null)
  const theirs = allows(viewer.role, 'articles.publish') ? articles : articles.where(isOneOfOwn(viewer.id))
  const section = (ids: typeof articles, order = newest) => sectionOf(db, viewer, ids, order)
  return {
    // The same articles as in the view “My drafts” of the list.
    myDrafts: allows(viewer.role, 'articles.write')
      ? await section(await matchingArticles(db, viewer, { status: 'draft', mine: true }))
      : { items: [], total: 0 },
    returned: await section(
      articles
        .where(sql<boolean>`(return_note <> '' or return_missing <> '{}')`)
        .where('status', 'in', ['draft', 'published'])
        .where('submittedAt', 'is', null)
        .where(isOneOfOwn(viewer.id)),
    ),
    inReview: await section(theirs.where('status', '=', 'in_review'), longestInReview),
    changesInReview: await section(theirs.where(changesSubmitted), longestInReview),
    scheduled: await section(theirs.where('status', '=', 'scheduled'), sql`publish_at, id`),
    recent: await sectionOf(db, viewer, await matchingArticles(db, viewer, {}), newest, total),
    pendingUsers: allows(viewer.role, 'users.manage') ? await countPending(db) : 0,
  }
}

async function sectionOf(
  db: Db,
  viewer: Viewer,
  ids: Awaited<ReturnType<typeof matchingArticles>>,
  order: typeof newest,
  known?: Total,
): Promise<WelcomeSection> {
  const rows = await ids.orderBy(order).limit(SHOWN).execute()
  const count = async () =>
    (await sql<{ total: number }>`select count(*) as total from (${ids.limit(EXACT_TOTAL_MAX)}) as counted`.execute(db))
      .rows[0]?.total ?? 0
  const shown = rows.length
    ? await summariseArticles(
        db,
        viewer,
        rows.map(({ id }) => id),
      )
    : []
  const items = rows.flatMap(({ id }) => shown.find((item) => item.id === id) ?? [])
  return {
    items: items.map(({ id, title, status, hasChanges, submission, updatedAt, updatedBy, publishAt }) => ({
      id,
      title,
      status,
      hasChanges,
      isSubmitted: submission !== null,
      updatedAt,
      publishAt,
      waitsSince: submission?.at ?? (status === 'in_review' ? updatedAt : null),
      updatedBy: updatedBy?.name ?? null,
    })),
    total: known ? Math.min(known.total, EXACT_TOTAL_MAX) : await count(),
  }
}

async function countPending(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('userAccount')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
