import { sql, type Kysely } from 'kysely'

// Where a picture is used must be known at a million articles, bodies included: an index over what each row shows.
// Only built-in functions inside, because PostgreSQL maintains such indexes with an empty search path.
const statements = [
  sql`create function article_media(body text, cover uuid, social_image uuid) returns uuid[]
    language sql immutable parallel safe as $$
      select array_remove(array[cover, social_image], null) || array(
        select distinct (found[1])::uuid
        from regexp_matches(body, '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/', 'gi') as found
      )
    $$`,
  sql`create index article_media_use on article using gin (article_media(body, cover_media, social_image))`,
  sql`create index article_live_media_use on article_live using gin (
    article_media(content->>'body', (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid)
  )`,
  sql`create index author_avatar on author (avatar) where avatar is not null`,
  sql`create index media_name on media (lower(name), id) where deleted_at is null`,
  sql`create index media_bytes on media (bytes, id) where deleted_at is null`,
]

/** Finds every use of a picture, and sorts the library, without reading all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
