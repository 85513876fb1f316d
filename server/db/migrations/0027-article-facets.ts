import { sql, type Kysely } from 'kysely'

const renames = [
  sql`alter table article_card rename to article_facets`,
  sql`alter table article_card_change rename to article_facets_change`,
  sql`alter index article_card_pkey rename to article_facets_pkey`,
  sql`alter index article_card_terms rename to article_facets_terms`,
  sql`alter index article_card_published rename to article_facets_published`,
  sql`do $$ declare found record; begin
    for found in select tgname, tgrelid::regclass as on_table from pg_trigger where tgname ~ '(^|_)card_' loop
      execute format('alter trigger %I on %s rename to %I', found.tgname, found.on_table,
        regexp_replace(found.tgname, '(^|_)card_', '\\1facet_'));
    end loop;
  end $$`,
  // All names first, so that each function finds the others when it is defined again.
  sql`do $$ declare found record; begin
    for found in select oid, oid::regprocedure as signature, proname from pg_proc
      where pronamespace = current_schema()::regnamespace and proname ~ '(^|_)cards?(_|$)' loop
      execute format('alter function %s rename to %I', found.signature,
        regexp_replace(replace(found.proname, 'article_cards', 'article_facets'), '(^|_)card_', '\\1facet_'));
    end loop;
    for found in select oid from pg_proc
      where pronamespace = current_schema()::regnamespace and proname ~ 'facet' loop
      execute regexp_replace(regexp_replace(pg_get_functiondef(found.oid), 'article_cards?', 'article_facets', 'g'),
        '\\m((?:note_)?)card(?=_|s?\\M)', '\\1facet', 'g');
    end loop;
  end $$`,
]

const changes = [
  // Lists say since when they may be out of date.
  sql`alter table article_facets_change add column noted_at timestamptz(3) not null default now()`,
  // Articles below a category that moved: few of them at once, so that most moves show at once; what is locked, and
  // what is written with the tree of before meanwhile, is left to the job.
  sql`create or replace function note_facet_branch() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(select article_id from article_facets
        where terms && array[facet_term('branch', new.id::text), facet_term('live branch', new.id::text)] limit 201);
    begin
      insert into article_facets_change (category_id) values (new.id);
      if cardinality(ids) <= 200 then
        perform facet_articles(array(select article_id from article_facets where article_id = any(ids)
          order by article_id for no key update skip locked));
      end if;
      return null;
    end $$`,
  // The job starts when the change is committed. Without a job key: that would make transactions wait for each other.
  sql`create function start_facet_job() returns trigger language plpgsql as $$ begin
    if exists (select from added) and to_regnamespace('graphile_worker') is not null then
      perform graphile_worker.add_job('flush_article_facets');
    end if;
    return null;
  end $$`,
  sql`create trigger article_facets_noted after insert on article_facets_change
    referencing new table as added for each statement execute function start_facet_job()`,
]

/** The index of the articles' facets gets its name, and is brought up to date soon after a move in the tree. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...renames, ...changes]) await statement.execute(db)
}
