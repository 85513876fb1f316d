import { sql, type Kysely } from 'kysely'

const stateOf = (row: string) => sql.raw(`case when ${row}deleted_at is null then ${row}status else 'trashed' end`)

const statements = [
  sql`create table article_day_change (state text not null, day date not null, delta int not null)`,
  sql`create table article_day_count (day date not null, state text not null, count int not null, primary key (day, state))`,
  sql`create table article_month_count (month date not null, state text not null, count int not null, primary key (month, state))`,
  sql`create function day_of(moment timestamptz) returns date language sql immutable return (moment at time zone 'UTC')::date`,
  sql`create function month_of(day date) returns date language sql immutable return date_trunc('month', day::timestamp)::date`,
  sql`create function recount_article_days() returns void language sql as $$
    delete from article_day_change; delete from article_day_count; delete from article_month_count;
    insert into article_day_count select day_of(updated_at), ${stateOf('')}, count(*) from article group by 1, 2;
    insert into article_month_count select month_of(day), state, sum(count) from article_day_count group by 1, 2
  $$`,
  sql`create function note_article_day() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      insert into article_day_change values (${stateOf('old.')}, day_of(old.updated_at), -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into article_day_change values (${stateOf('new.')}, day_of(new.updated_at), 1);
    end if;
    return null;
  end $$`,
  sql`create trigger article_day_there after insert or delete on article for each row execute function note_article_day()`,
  sql`create trigger article_day_changed after update of status, deleted_at, updated_at on article for each row
    when (old.status <> new.status or (old.deleted_at is null) <> (new.deleted_at is null)
      or day_of(old.updated_at) <> day_of(new.updated_at))
    execute function note_article_day()`,
  sql`drop trigger article_week_there on article`,
  sql`drop trigger article_week_changed on article`,
  sql`select recount_article_days()`,
  // Bylines of a list are read from the index alone. Last: this table cannot be read from here to the end.
  sql`alter table article_author drop constraint article_author_pkey,
    add constraint article_author_pkey primary key (article_id, author_id) include (position)`,
]

/**
 * How many articles of each state were last changed on which day, and in which month: of a site of ten million a week has sixteen
 * thousand. The tables by week stay for processes of the version before, whose pages from the middle may be some rows off meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
