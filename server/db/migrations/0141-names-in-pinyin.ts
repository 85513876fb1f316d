import { sql, type Kysely } from 'kysely'

const names = { tag: 'name', author: 'display_name', category: 'name' }

/** Names in Chinese are found by what one types for them: their pinyin, which their address has, or its initials. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // xin-neng-yuan: “ xny xinnengyuan”. An expression only, which PostgreSQL can put in place of the call.
  await sql`create function spelled_name(slug text) returns text language sql immutable parallel safe as $$
    select ' ' || regexp_replace(slug, '([a-z0-9])[a-z0-9]*-?', '\\1', 'g') || ' ' || replace(slug, '-', '') $$`.execute(
    db,
  )
  for (const [table, name] of Object.entries(names))
    await sql`create index ${sql.ref(`${table}_spelled`)} on ${sql.table(table)}
      using gin (spelled_name(slug) gin_trgm_ops) where ${sql.ref(name)} ~ '[㐀-鿿]'`.execute(db)
}
