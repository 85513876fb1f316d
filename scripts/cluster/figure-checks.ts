import type { Acknowledged } from './load.ts'
import type { Node } from './postgres-nodes.ts'
import type { Report } from './report.ts'

/** Everything that was confirmed is in the database of this node, with the newest title that was confirmed. */
export async function checkAcknowledged(
  report: Report,
  what: string,
  node: Node,
  acknowledged: Acknowledged,
): Promise<void> {
  const rows = await node.query<{ id: string; title: string }>(
    `select id, title from article where title like 'Load %'`,
  )
  const stored = new Map(rows.map(({ id, title }) => [id, title]))
  const lost = [...acknowledged].filter(([id, { titles }]) => !titles.includes(stored.get(id) ?? ''))
  report.add(what, lost.length === 0, `${acknowledged.size} articles and their changes, ${lost.length} lost`)
}

const KEPT = [
  [
    'articles by state',
    `select coalesce(sum(abs(kept - counted)), 0)::int as wrong, coalesce(sum(counted), 0)::int as rows from (
       select state, coalesce(k.count, 0) + coalesce(c.delta, 0) as kept, coalesce(n.count, 0) as counted from article_state_count k
       full join (select state, sum(delta) as delta from article_state_change group by 1) c using (state)
       full join (select case when deleted_at is null then status else 'trashed' end as state, count(*) from article group by 1) n
         using (state)) as compared`,
  ],
  [
    'articles by day',
    `select coalesce(sum(abs(kept - counted)), 0)::int as wrong, coalesce(sum(counted), 0)::int as rows from (
       select coalesce(k.count, 0) + coalesce(c.delta, 0) as kept, coalesce(n.count, 0) as counted from article_day_count k
       full join (select state, day, sum(delta) as delta from article_day_change group by 1, 2) c using (state, day)
       full join (select case when deleted_at is null then status else 'trashed' end as state, day_of(updated_at) as day, count(*)
         from article group by 1, 2) n using (state, day)) as compared`,
  ],
  [
    'uses of authors',
    `select coalesce(sum(abs(uses + coalesce(delta, 0) - counted)), 0)::int as wrong, count(*)::int as rows from author
       left join (select entity_id as id, sum(delta) as delta from use_change where entity_type = 'author' group by 1) d using (id)
       cross join lateral (select count(*) as counted from article_author where author_id = author.id) n`,
  ],
] as const

/** Stored counts against what is counted now. */
export async function checkKeptFigures(
  report: Report,
  node: Node,
  views: { accepted: number; unanswered: number },
): Promise<void> {
  for (const [what, statement] of KEPT) {
    const [row] = await node.query<{ wrong: number; rows: number }>(statement)
    report.add(`Stored counts agree: ${what}`, row?.wrong === 0, `off by ${row?.wrong} of ${row?.rows}`)
  }
  const [row] = await node.query<{ n: number }>(`select count(*)::int as n from reader_event where kind = 1`)
  const [stored, { accepted, unanswered }] = [row?.n ?? 0, views]
  const holds = stored >= accepted && stored <= accepted + unanswered
  report.add(
    'Reader events: accepted ones are stored',
    holds,
    `${stored} stored, ${accepted} accepted, ${unanswered} without an answer`,
  )
}
