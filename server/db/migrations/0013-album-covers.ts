import { sql, type Kysely } from 'kysely'

const statements = [
  // Taking the adding of photos back left covers behind that are in no album.
  sql`update album set cover = null where cover is not null
    and not exists (select from album_photo where album_id = album.id and media_id = album.cover)`,
  // No album keeps a file from being deleted for good whose photos are gone.
  sql`alter table album drop constraint album_cover_fkey,
    add constraint album_cover_fkey foreign key (cover) references media on delete set null`,
  sql`create index album_cover on album (cover) where cover is not null`,
]

/** A cover is one of the album's photos, or none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
