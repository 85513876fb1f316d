import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table article_state_change add column week date`,
  sql`create table article_week_count (state text not null, week date not null, count int not null, primary key (state, week))`,
  sql`create function week_of(moment timestamptz) returns date language sql immutable
    return date_trunc('week', moment at time zone 'UTC')::date`,
  sql`create or replace function recount_article_states() returns void language sql as $$
    delete from article_state_change; delete from article_state_count; delete from article_week_count;
    insert into article_week_count
      select case when deleted_at is null then status else 'trashed' end, week_of(updated_at), count(*) from article group by 1, 2;
    insert into article_state_count select state, sum(count) from article_week_count group by 1
  $$`,
  sql`create or replace function note_article_state() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      insert into article_state_change (state, delta, week)
        values (case when old.deleted_at is null then old.status else 'trashed' end, -1, week_of(old.updated_at));
    end if;
    if tg_op <> 'DELETE' then
      insert into article_state_change (state, delta, week)
        values (case when new.deleted_at is null then new.status else 'trashed' end, 1, week_of(new.updated_at));
    end if;
    return null;
  end $$`,
  sql`create or replace trigger article_state_changed after update of status, deleted_at, updated_at on article for each row
    when (old.status <> new.status or (old.deleted_at is null) <> (new.deleted_at is null)
      or week_of(old.updated_at) <> week_of(new.updated_at))
    execute function note_article_state()`,
  // What was noted before has no week.
  sql`select recount_article_states()`,
  sql`alter table article_state_change alter column week set not null`,
]

/**
 * How many articles of each state were last changed in which week: a page from the middle of the whole list begins at its week,
 * and does not step over all that comes before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
