import { sql, type Kysely } from 'kysely'

const statements = [
  // Where articles stood before their category was merged or deleted: a row each, so that neither keeping nor finding a step
  // costs more when it moved very many. Without a reference to the step: they are taken off some thousands at a time.
  sql`create table category_undo_article (
    undo_id uuid not null,
    article_id uuid not null,
    live boolean not null,
    "primary" uuid,
    categories uuid[] not null,
    primary key (undo_id, article_id, live)
  )`,
  sql`insert into category_undo_article (undo_id, article_id, live, "primary", categories)
    select step.id, article.id::uuid, (given->>'live')::boolean, (given->'before'->>'primary')::uuid,
      array(select jsonb_array_elements_text(given->'before'->'categories')::uuid)
    from undo_step as step, jsonb_array_elements(changed->'articles') as given,
      jsonb_array_elements_text(given->'ids') as article(id)
    where noun = 'category' on conflict do nothing`,
  sql`update undo_step set changed = changed - 'articles' where noun = 'category'`,
  // The text of an article is looked through for pictures only where it changed, not when its tags or authors do.
  sql`drop trigger article_live_media_changed on article_live`,
  sql`create trigger article_live_media_changed after update of content on article_live for each row
    when (old.content->'body' is distinct from new.content->'body'
      or old.content->'cover' is distinct from new.content->'cover'
      or old.content->'socialImage' is distinct from new.content->'socialImage')
    execute function count_live_media()`,
]

/** Categories of several hundred thousand articles can be merged and deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
