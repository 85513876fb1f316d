import type pg from 'pg'

/** So many of the newest articles are looked at: they are what people see first. */
const NEWEST = 300
const COVER = `jsonb_build_object('media', cover_media, 'alt', cover_alt, 'caption', cover_caption, 'credit', cover_credit)`

/**
 * Three of four of the newest articles of these people that have no changes to publish get one of these pictures as their cover, with its
 * texts; triggers must be listening. What readers see, and the newest version in the history, show it too.
 * @param pictures ids; those without an alternative text are left out, as no article is published with one
 * @param writers ids of the accounts that were made with the articles: all others are left as they are
 */
export async function coverNewest(
  client: pg.ClientBase,
  pictures: readonly string[],
  writers: readonly string[],
): Promise<void> {
  const covered = await client.query<{ id: string }>(
    `update article set cover_media = media.id, cover_alt = media.alt, cover_caption = media.caption,
       cover_credit = media.credit
     from (
       select id as article_id, row_number() over (order by created_at desc, id) as place from article
       where created_by = any($3) and cover_media is null and deleted_at is null and not has_changes order by created_at desc, id limit $2
     ) as newest join (
       select *, row_number() over (order by id) - 1 as number, count(*) over () as count from media
       where id = any($1) and alt <> ''
     ) as media on number = (place * 7) % count
     where article.id = article_id and place % 4 <> 0 returning article.id`,
    [pictures, NEWEST, writers],
  )
  const ids = covered.rows.map(({ id }) => id)
  // Statements of their own: the triggers of each read what the one before wrote.
  await client.query(
    `update article_live set content = jsonb_set(content, '{cover}', ${COVER})
     from article where id = article_id and article_id = any($1)`,
    [ids],
  )
  await client.query(
    `update article_revision set content = jsonb_set(content, '{cover}', ${COVER}) from article
     where article.id = article_id and article_revision.version = article.version and article_id = any($1)`,
    [ids],
  )
}
