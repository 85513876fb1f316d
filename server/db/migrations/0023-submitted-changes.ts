import { sql, type Kysely } from 'kysely'

/** Whether the changes of a published article are submitted, as lists and their index ask for it. */
const submitted = `submitted_at is not null and status = 'published'`

const statements = [
  sql`alter table article add column submitted_at timestamptz(3), add column submitted_by uuid references user_account,
    add column submit_message text not null default ''`,

  // Drafts that are in review already: who submitted them is in their history. Facets do not depend on it.
  sql`alter table article disable trigger article_card_changed`,
  sql`update article set (submitted_at, submitted_by) = (
    select created_at, created_by from article_revision
      where article_id = article.id and reason = 'submit' order by version desc limit 1
  ) where status = 'in_review' and deleted_at is null`,
  sql`alter table article enable trigger article_card_changed`,

  // Whatever ends a review, among it a merge of tags that leaves no changes, ends the submission and its note.
  sql`create function end_submission() returns trigger language plpgsql as $$ begin
    if new.submitted_at is not null and (new.deleted_at is not null
      or not (new.status = 'in_review' or new.status = 'published' and new.has_changes)) then
      new.submitted_at := null;
      new.submitted_by := null;
      new.submit_message := '';
    end if;
    if new.status = 'published' and not new.has_changes then new.return_note := ''; end if;
    return new;
  end $$`,
  sql`create trigger article_submission before update on article for each row
    when (new.submitted_at is not null or new.return_note <> '') execute function end_submission()`,

  sql`create index article_changes_submitted on article (updated_at desc, id desc)
    where ${sql.raw(submitted)} and deleted_at is null`,
  sql`create index article_returned_any on article (updated_at desc, id desc)
    where (return_note <> '' or return_missing <> '{}') and deleted_at is null`,

  // card_terms and refill_article_cards of 0015, with one more term.
  ...[
    {
      name: 'card_terms(article)',
      after: `union select card_term('is', 'featured') where article.featured`,
      added: `union select card_term('is', 'submitted') where article.submitted_at is not null and article.status = 'published'`,
    },
    {
      name: 'refill_article_cards()',
      after: `case when featured then card_term('is', 'featured') end,`,
      added: `case when ${submitted} then card_term('is', 'submitted') end,`,
    },
  ].map(
    ({ name, after, added }) =>
      sql`do ${sql.raw(`$do$ declare
      before text := pg_get_functiondef('${name}'::regprocedure);
      changed text := replace(before, $text$${after}$text$, $text$${after} ${added}$text$);
    begin
      if changed = before then raise exception 'the facets have another shape than expected'; end if;
      execute changed;
    end $do$`)}`,
  ),
]

/** Changes of published articles are submitted for review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
