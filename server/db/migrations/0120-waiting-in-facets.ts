import { sql, type Kysely } from 'kysely'

/** What waits for a review or for its time, in every one of its states. */
const waits = `(article.status in ('in_review', 'scheduled') or article.submitted_at is not null)`

/** One of the functions that make facets, with so much put in before a text that it has. */
const withAdded = (name: string, changes: Record<string, string>) =>
  sql`do ${sql.raw(`$do$ declare
      made text := pg_get_functiondef('${name}'::regprocedure);
      before text;
    begin
      ${Object.entries(changes)
        .map(
          ([text, added]) => `before := made;
      made := replace(made, $text$${text}$text$, $text$${added}${text}$text$);
      if made = before then raise exception 'the facets have another shape than expected'; end if;`,
        )
        .join('\n      ')}
      execute made;
    end $do$`)}`

const statements = [
  sql`alter table article_facets add column submitted_at timestamptz(3)`,
  withAdded('facet_terms(article)', {
    [`union select facet_term('is', 'changed')`]: `union select facet_term('waits', article.status || owner::text) from (
        select article.created_by as owner union select author_id from article_author where article_author.article_id = article.id
      ) as owners where owner is not null and ${waits}
      `,
  }),
  withAdded('facet_articles(uuid[])', {
    [`, title, terms, head, words)`]: `, submitted_at`,
    [`, lower(title), facet_terms(article)`]: `, submitted_at`,
    [`, title = excluded.title,`]: `, submitted_at = excluded.submitted_at`,
    [`, facets.title,`]: `, facets.submitted_at`,
    [`, excluded.title,`]: `, excluded.submitted_at`,
  }),
  withAdded('refill_article_facets()', {
    [`union all select article_id, facet_term('live', unnest(`]: `union all select id, facet_term('waits', status || owner::text) from article cross join lateral (
        select created_by as owner union select author_id from article_author where article_id = article.id
      ) as owners where ${waits}
      `,
    [`, title, terms, head, words)`]: `, submitted_at`,
    [`, lower(title), terms, search_head`]: `, submitted_at`,
  }),
  // As the indexes have them: nothing else is submitted. The job computes their facets: lists need not wait for it, and say that they are
  // out of date until then.
  sql`insert into article_facets_change (article_id)
    select id from article where status in ('in_review', 'scheduled') and deleted_at is null
    union all select id from article where submitted_at is not null and status = 'published' and deleted_at is null`,
]

/** What waits is found by whose it is, and in the order in which it waits, without a look at the article. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
