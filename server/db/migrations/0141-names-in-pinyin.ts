import { sql, type Kysely } from 'kysely'

const names = { tag: 'name', author: 'display_name', category: 'name' }

/** Names in Chinese are found by what one types for them: their pinyin, which their address has, or its initials. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // 新能源, at xin-neng-yuan: “ xny xinnengyuan nengyuan yuan”. Others have none.
  await sql`create function spelled_name(name text, slug text) returns text language sql immutable parallel safe as $$
    select case when name ~ '[㐀-鿿]' then (
      select ' ' || array_to_string(array(select left(part, 1) from unnest(parts) as part), '')
        || (select string_agg(' ' || array_to_string(parts[place:12], ''), '' order by place)
          from generate_series(1, least(cardinality(parts), 12)) as place)
      from (select string_to_array(slug, '-') as parts) as spelled)
    else '' end $$`.execute(db)
  for (const [table, name] of Object.entries(names))
    await sql`create index ${sql.ref(`${table}_spelled`)} on ${sql.table(table)}
      using gin (spelled_name(${sql.ref(name)}, slug) gin_trgm_ops)`.execute(db)
}
