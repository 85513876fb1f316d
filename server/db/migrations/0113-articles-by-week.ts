import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table article_week_change (state text not null, week date not null, delta int not null)`,
  sql`create table article_week_count (state text not null, week date not null, count int not null, primary key (state, week))`,
  sql`create function week_of(moment timestamptz) returns date language sql immutable
    return date_trunc('week', moment at time zone 'UTC')::date`,
  sql`create function recount_article_weeks() returns void language sql as $$
    delete from article_week_change; delete from article_week_count;
    insert into article_week_count
      select case when deleted_at is null then status else 'trashed' end, week_of(updated_at), count(*) from article group by 1, 2
  $$`,
  sql`create function note_article_week() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      insert into article_week_change
        values (case when old.deleted_at is null then old.status else 'trashed' end, week_of(old.updated_at), -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into article_week_change
        values (case when new.deleted_at is null then new.status else 'trashed' end, week_of(new.updated_at), 1);
    end if;
    return null;
  end $$`,
  sql`create trigger article_week_there after insert or delete on article for each row execute function note_article_week()`,
  sql`create trigger article_week_changed after update of status, deleted_at, updated_at on article for each row
    when (old.status <> new.status or (old.deleted_at is null) <> (new.deleted_at is null)
      or week_of(old.updated_at) <> week_of(new.updated_at))
    execute function note_article_week()`,
  sql`select recount_article_weeks()`,
]

/**
 * How many articles of each state were last changed in which week: a page from the middle of the whole list begins at its week,
 * and does not step over all that comes before. The changes are not those of `article_state_change`: a process of the version before,
 * which adds these up meanwhile, would lose the weeks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
