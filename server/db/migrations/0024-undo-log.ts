import { sql, type Kysely } from 'kysely'

const tables = [
  sql`alter table undo_step add column seq bigint`,
  sql`create table undo_step_item (
    step_id uuid not null references undo_step on delete cascade,
    item_id uuid not null,
    part text not null,
    "before" jsonb not null,
    "after" jsonb not null,
    primary key (step_id, item_id, part)
  )`,
]

const articles = sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
  select undo_id, article_id, 'article', jsonb_build_object('columns', "before", 'redirects', redirects)
      || case when live_changed then jsonb_build_object('live', live) else '{}' end,
    jsonb_build_object('version', version_after, 'versionBefore', version_after - 1)
  from article_undo_item`

const albums = sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
  select id, (part->>'album')::uuid, part->>'kind', part - 'album' - 'version' - 'kind',
    jsonb_build_object('version', part->'version', 'versionBefore', (part->>'version')::int - 1,
      'photoVersion', part->'version')
  from undo_step, jsonb_array_elements(changed->'parts') as part where noun = 'album' on conflict do nothing`

const media = [
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select step.id, (one->>'id')::uuid, action, coalesce(one->'texts', '{}'),
      jsonb_build_object('version', given.version, 'versionBefore', given.version - 1)
    from undo_step as step, jsonb_array_elements(changed) as one,
      lateral (select coalesce(one->>'versionAfter', one->>'version')::int as version) as given
    where noun = 'media' and action in ('trash', 'texts') on conflict do nothing`,
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select id, (changed->>'id')::uuid, action, changed - 'id' - 'keyAfter' - 'filled', jsonb_build_object(
      'storageKey', changed->'keyAfter', 'filled', coalesce(changed->'filled', '{}'))
    from undo_step where noun = 'media' and action = 'replace'`,
]

const categories = [
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select step.id, (node->>'id')::uuid, 'place',
      jsonb_build_object('parent', node->'parent', 'position', node->'position', 'redirects', coalesce((
        select jsonb_agg(jsonb_build_object('path', moved->'path', 'before', moved->'entityId',
          'after', coalesce(nullif(changed->'replacements'->(node->>'id'), 'null'), node->'parent')))
        from jsonb_array_elements(changed->'redirects') as moved where changed->'gone' ? (node->>'id')
          and (moved->>'entityId' = node->>'id' or moved->>'path' = '/categories/' || (node->>'slug'))
      ), '[]')),
      case when changed->'gone' ? (node->>'id')
        then jsonb_build_object('replacedBy', changed->'replacements'->(node->>'id'))
        else jsonb_build_object('parent', changed->'went'->(node->>'id')) end
    from undo_step as step, jsonb_array_elements(changed->'was') as node where noun = 'category' on conflict do nothing`,
  // What an article became: each category by its replacement, each once; the first further one for a lost primary one.
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select undo_id, article_id, case when live then 'live categories' else 'categories' end,
      jsonb_build_object('primary', kept.primary, 'categories', kept.categories),
      jsonb_build_object('primary', became.first, 'categories', array_remove(further.ids, became.first))
    from category_undo_article as kept join undo_step as step on step.id = undo_id,
      lateral (
        select coalesce(array_agg(id order by place), '{}') as ids from (
          select now.id, min(place) as place from unnest(kept.categories) with ordinality as old(id, place), lateral (
            select case when changed->'replacements' ? old.id::text
              then (changed->'replacements'->>old.id::text)::uuid else old.id end as id
          ) as now where now.id is not null group by 1
        ) as each
      ) as further,
      lateral (
        select case when kept.primary is null then null when changed->'replacements' ? kept.primary::text
          then coalesce((changed->'replacements'->>kept.primary::text)::uuid, further.ids[1]) else kept.primary end as first
      ) as became
    where noun = 'category'`,
]

const path = sql`'/' || step.entity_type || '/'`
const names = [
  sql`insert into undo_step (id, created_at, created_by, noun, action, title, gone, changed)
    select id, created_at, created_by, entity_type, case when target is null then 'delete' else 'merge' end,
      coalesce((select coalesce(one->>'name', one->>'display_name') from jsonb_array_elements(entities) as one
        where (one->>'id')::uuid = any(gone) limit 1), ''), gone, '{}'
    from catalogue_undo`,
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select step.id, (one->>'id')::uuid, 'gone', jsonb_build_object('row', one, 'redirects', coalesce((
        select jsonb_agg(redirect) from jsonb_array_elements(redirects) as redirect
        where redirect->>'entity_id' = one->>'id' or redirect->>'path' = ${path} || (one->>'slug')
      ), '[]')),
      jsonb_build_object('version', (one->>'version')::int + 1, 'mergedInto', step.target)
    from catalogue_undo as step, jsonb_array_elements(entities) as one where (one->>'id')::uuid = any(gone)`,
  // Only while the target is as the merge left it, what it took over is known.
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select step.id, target, 'target', jsonb_build_object('row', one), jsonb_build_object(
      'version', target_version, 'absorbed', coalesce(
        (select to_jsonb(synonyms) from tag where entity_type = 'tag' and tag.id = target and version = target_version),
        (select coalesce(to_jsonb(user_id), 'null') from author
          where entity_type = 'author' and author.id = target and version = target_version)))
    from catalogue_undo as step, jsonb_array_elements(entities) as one
    where (one->>'id')::uuid = target and target_version is not null`,
  sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select undo_id, article_id, case when live then 'live ' else '' end || entity_type || 's',
      jsonb_build_object('ids', ids, 'positions', positions), jsonb_build_object('ids', merged_ids(ids, gone, target))
    from catalogue_undo_item join catalogue_undo on id = undo_id`,
]

const order = [
  sql`update undo_step set seq = ordered.seq from (
    select id, row_number() over (order by created_at, id) as seq from undo_step
  ) as ordered where undo_step.id = ordered.id`,
  sql`alter table undo_step alter column seq set not null`,
  sql`alter table undo_step alter column seq add generated by default as identity`,
  sql`select setval(pg_get_serial_sequence('undo_step', 'seq'), coalesce((select max(seq) from undo_step), 0) + 1, false)`,
]

const rest = [
  // A step of which nothing can be restored any more.
  sql`delete from undo_step where not exists (select from undo_step_item where step_id = id)`,
  sql`create index undo_step_item_item on undo_step_item (item_id)`,
  sql`alter table undo_step drop column changed`,
  sql`drop table category_undo_article, article_undo_item, catalogue_undo_item, catalogue_undo`,
]

/** All that can be undone is in one log, whatever the noun: steps, and the items that each step changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const steps = [...tables, articles, albums, ...media, ...categories, ...names, ...order, ...rest]
  for (const statement of steps) await statement.execute(db)
}
