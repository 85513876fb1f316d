import { sql, type Kysely } from 'kysely'

/** All articles were looked through, twice, for each picture that is deleted permanently: nearly two seconds at a million. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_cover_media on article (cover_media) where cover_media is not null`.execute(db)
  await sql`create index article_social_image on article (social_image) where social_image is not null`.execute(db)
  await sql`create index invitation_byline on invitation (byline) where byline is not null`.execute(db)
}
