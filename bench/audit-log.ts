import type pg from 'pg'
import type { Call, Figures } from './measure.ts'

const DAYS = 730
const NETWORKS = 4000
/** So many lines have no item: sign-ins and refusals do. */
const ITEMS = 100_000

/**
 * Fills the audit log up to so many lines, of two years: many saves by a few people, sign-ins from one office and from
 * thousands of other addresses, and the rare actions.
 */
export async function fillAuditLog(pool: pg.Pool, lines: number): Promise<void> {
  const { rows } = await pool.query<{ left: number }>(
    `select greatest(0, $1::int - (select count(*)::int from audit_event)) as left`,
    [lines],
  )
  const left = rows[0]?.left ?? 0
  if (left === 0) return
  await pool.query(
    `with people as (select id, name, row_number() over (order by id) as place from user_account),
      items as (select id, title, row_number() over (order by id) as place
        from (select id, title from article order by id limit ${ITEMS}) as oldest),
      counts as (select (select count(*) from people) as people, (select count(*) from items) as items),
      lines as (
        select n, random() as network, floor(power(random(), 3) * counts.people)::int + 1 as person,
          floor(power(random(), 2) * counts.items)::int + 1 as item, random() as drawn
        from generate_series(1, $1::int) as n, counts
      ), named as (
        select lines.*, case
          when drawn < 0.55 then 'autosave' when drawn < 0.75 then 'edit' when drawn < 0.85 then 'sign_in'
          when drawn < 0.93 then 'publish' when drawn < 0.97 then 'sign_in_failed' when drawn < 0.985 then 'trash'
          when drawn < 0.999 then 'refused' else 'purge' end as action
        from lines
      )
    insert into audit_event (id, at, actor_id, actor_name, action, entity_type, entity_id, entity_title, ip, before, after)
    select gen_random_uuid(), now() - make_interval(secs => (1 - n::float8 / $1) * ${DAYS} * 86400), people.id, people.name, action,
      case when action like 'sign_in%' then 'user' when action = 'refused' then 'call' else 'article' end,
      case when action like 'sign_in%' then people.id when action <> 'refused' then items.id end,
      case when action like 'sign_in%' then people.name when action = 'refused' then 'GET /api/users' else items.title end,
      case when network < 0.5 then '203.0.113.7'
        else '10.' || (network * ${NETWORKS})::int % 250 || '.' || (network * ${NETWORKS})::int / 250 || '.9' end,
      case when action = 'edit' then '{"title": "Before"}'::jsonb end, case when action = 'edit' then '{"title": "After"}'::jsonb end
    from named join people on people.place = person join items on items.place = item order by n`,
    [left],
  )
  await pool.query('vacuum analyze audit_event')
}

export type AuditScenario = { title: string; call: (n: number) => Call }

/** Every filter of the log: by what most lines have and by what few have, and several together. */
export async function auditScenarios(pool: pg.Pool): Promise<AuditScenario[]> {
  const { rows } = await pool.query<{ busy: string; quiet: string; item: string; word: string; ip: string }>(
    `select (select actor_id from audit_event group by actor_id order by count(*) desc limit 1) as busy,
      (select actor_id from audit_event where actor_id is not null group by actor_id order by count(*) limit 1) as quiet,
      (select entity_id from audit_event where entity_type = 'article' order by number limit 1) as item,
      (select split_part(entity_title, ' ', 1) from audit_event where entity_type = 'article' order by number limit 1) as word,
      (select ip from audit_event where ip <> '' group by ip order by count(*) limit 1) as ip`,
  )
  const { busy, quiet, item, word, ip } = rows[0]!
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
  const ask = (title: string, query: Record<string, string>): AuditScenario => ({
    title: `audit, ${title}`,
    call: () => ({ path: `/api/audit?${new URLSearchParams({ pageSize: '50', ...query })}` }),
  })
  return [
    ask('newest', {}),
    ask('oldest', { sort: 'at' }),
    ask('page 10,000', { page: '10000' }),
    ask('a busy person', { actor: busy }),
    ask('a quiet person', { actor: quiet }),
    ask('a common action', { action: 'autosave' }),
    ask('a rare action', { action: 'purge' }),
    ask('an action no one took', { action: 'end_user_sessions' }),
    ask('a common kind', { kind: 'changed' }),
    ask('a rare kind', { kind: 'deleted' }),
    ask('a common type', { type: 'article' }),
    ask('a rare type', { type: 'backup' }),
    ask('one item', { entity: item }),
    ask('one item and its type', { entity: item, type: 'article' }),
    ask('an item that is not there', { entity: '01890000-0000-7000-8000-000000000000' }),
    ask('a common address', { ip: '203.0.113.7' }),
    ask('a rare address', { ip }),
    ask('an address that is not there', { ip: '198.51.100.1' }),
    ask('a day', { from: day(300), to: day(300) }),
    ask('a month', { from: day(330), to: day(300) }),
    ask('up to a year ago', { to: day(365) }),
    ask('a busy person, a rare action', { actor: busy, action: 'purge' }),
    ask('a quiet person, a rare action', { actor: quiet, action: 'purge' }),
    ask('a busy person, a rare kind, a month', { actor: busy, kind: 'deleted', from: day(330), to: day(300) }),
    ask('a common address, a rare action', { ip: '203.0.113.7', action: 'purge' }),
    ask('a rare address, a common action', { ip, action: 'autosave' }),
    ask('a busy person, an old month', { actor: busy, from: day(720), to: day(690) }),
    ask('a rare type, an old month', { type: 'call', from: day(720), to: day(690) }),
    ask('a word', { q: word }),
    ask('a common name', { q: 'a' }),
    ask('two letters', { q: 'an' }),
    ask('a word no line has', { q: 'xyzzyplugh' }),
    ask('a word, a rare action', { q: word, action: 'purge' }),
    ask('a word, a busy person, a month', { q: word, actor: busy, from: day(330), to: day(300) }),
  ]
}

/** Lines of Markdown. */
export const auditTable = (figures: ReadonlyMap<string, Figures>): string[] => [
  '| | p50, ms | p95, ms |',
  '|---|---|---|',
  ...[...figures].map(([title, { p50, p95 }]) => `| ${title} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`),
]
