import { sql } from 'kysely'
import { articleList, type ArticleFilter, type ArticleListQuery } from '#contract/article-list.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import type { Reply } from '#contract/endpoint.ts'
import { allows } from '#contract/permissions.ts'
import type { welcomeEndpoints, WelcomeSection } from '#contract/welcome.ts'
import type { Db } from '../../db/database.ts'
import type { Total } from '../../db/list-total.ts'
import { countUpTo, listArticles } from '../articles/article-list-queries.ts'
import { isOneOfOwn } from '../articles/article-row-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { knownTotal } from '../articles/article-total-queries.ts'
import { summariseArticles } from '../articles/article-view-queries.ts'

const SHOWN = 8
/** Of so many is told how many they are, where no counter knows it. */
const COUNTED_MOST = 1000

const nothing: WelcomeSection = { items: [], total: 0, totalIsExact: true }

/** What needs this person: the beginning of some lists. @param total of all they may see, where a counter tells */
export async function welcome(
  db: Db,
  viewer: Viewer,
  total?: Total,
): Promise<Omit<Reply<typeof welcomeEndpoints.view>, 'ads' | 'setup'>> {
  const section = (filter: ArticleFilter, sort?: ArticleListQuery['sort']) => listed(db, viewer, filter, sort)
  // On two connections at most: whoever opens Home waits for half of it, and leaves the others to other people.
  const [own, waiting] = await Promise.all([
    (async () => ({
      myDrafts: allows(viewer.role, 'articles.write') ? await section({ status: 'draft', mine: true }) : nothing,
      returned: await returnedTo(db, viewer),
      recent: await listed(db, viewer, {}, articleList.defaultSort, total),
    }))(),
    (async () => ({
      inReview: await section({ status: 'in_review' }, 'submittedAt'),
      changesInReview: await section({ changesSubmitted: true }, 'submittedAt'),
      scheduled: await section({ status: 'scheduled' }, 'publishAt'),
      pendingUsers: allows(viewer.role, 'users.manage') ? await countPending(db) : 0,
    }))(),
  ])
  return { ...own, ...waiting }
}

async function listed(
  db: Db,
  viewer: Viewer,
  filter: ArticleFilter,
  sort: ArticleListQuery['sort'] = articleList.defaultSort,
  known?: Total,
): Promise<WelcomeSection> {
  const query = { ...filter, sort, page: 1, pageSize: SHOWN }
  const counted = known ?? (await knownTotal(db, viewer, filter))
  const { items, ...page } = await listArticles(db, viewer, query, counted)
  // A list may tell about how many there are, or how many at least.
  const isSure = page.totalIsExact || counted !== undefined
  const { total, totalIsExact } = isSure ? page : await countUpTo(db, viewer, filter, COUNTED_MOST)
  return { items: items.map(shown), total, totalIsExact }
}

/** Drafts of one's own that a reviewer gave back: an index has the few that there are. None for who no longer writes. */
async function returnedTo(db: Db, viewer: Viewer): Promise<WelcomeSection> {
  if (!allows(viewer.role, 'articles.write')) return nothing
  const ids = db
    .selectFrom('article')
    .select('article.id')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`(return_note <> '' or return_missing <> '{}')`)
    .where('status', 'in', ['draft', 'published'])
    .where('submittedAt', 'is', null)
    .where(isOneOfOwn(viewer.id))
  const first = await ids
    .orderBy(sql`updated_at desc, id desc`)
    .limit(SHOWN)
    .execute()
  const summaries = first.length
    ? await summariseArticles(
        db,
        viewer,
        first.map(({ id }) => id),
      )
    : []
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${ids.limit(COUNTED_MOST + 1)}) as counted`.execute(db)
  const found = rows[0]?.total ?? 0
  return {
    items: first.flatMap(({ id }) => summaries.filter((item) => item.id === id).map(shown)),
    total: Math.min(found, COUNTED_MOST),
    totalIsExact: found <= COUNTED_MOST,
  }
}

const shown = ({ id, title, status, hasChanges, submission, updatedAt, updatedBy, publishAt }: ArticleSummary) => ({
  id,
  title,
  status,
  hasChanges,
  isSubmitted: submission !== null,
  updatedAt,
  publishAt,
  waitsSince: submission?.at ?? (status === 'in_review' ? updatedAt : null),
  updatedBy: updatedBy?.name ?? null,
})

async function countPending(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('userAccount')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
