import { sql, type Kysely } from 'kysely'

/** One job at a time computes facets: several only wait for each other, and take the workers from mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function start_facet_job() returns trigger language plpgsql as $$ begin
    if exists (select from added) and to_regnamespace('graphile_worker') is not null then
      perform graphile_worker.add_job('flush_article_facets', queue_name => 'article_facets');
    end if;
    return null;
  end $$`.execute(db)
}
