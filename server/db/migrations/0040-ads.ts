import { sql, type Kysely } from 'kysely'

const entity = sql`
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3)`

const statements = [
  sql`create table placement (${entity},
    key text not null,
    name text not null,
    sizes jsonb not null,
    active boolean not null default true
  )`,
  sql`create unique index placement_key on placement (key) where deleted_at is null`,
  sql`create index placement_trashed on placement (deleted_at) where deleted_at is not null`,

  // fields: what is edited. live: the reviewed fields that were approved. The columns beside them repeat what is searched.
  sql`create table ad (${entity},
    fields jsonb not null,
    live jsonb,
    status text not null default 'draft'
      check (status in ('draft', 'pending', 'approved', 'rejected', 'paused', 'archived')),
    submitted_at timestamptz(3),
    submitted_by uuid references user_account,
    rejection text not null default '',
    approved_at timestamptz(3),
    approved_by uuid references user_account,
    placements uuid[] not null default '{}',
    starts_at timestamptz(0),
    ends_at timestamptz(0),
    name text generated always as (fields->>'name') stored,
    search_text text generated always as (lower((fields->>'name') || E'\n' || (fields->>'advertiser'))) stored
  )`,
  sql`create index ad_updated on ad (updated_at, id) where deleted_at is null`,
  sql`create index ad_trashed on ad (deleted_at) where deleted_at is not null`,
  sql`create index ad_placements on ad using gin (placements)`,
  sql`create index ad_search_trgm on ad using gin (search_text gin_trgm_ops)`,
  sql`create index ad_approved on ad (id, version) where status = 'approved' and deleted_at is null`,

  sql`create table ad_revision (
    id uuid primary key,
    ad uuid not null references ad on delete cascade,
    version int not null,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    reason text not null,
    fields jsonb not null,
    unique (ad, version)
  )`,

  // Uses of media files, as migration 0008 counts them.
  sql`create function ad_media(fields jsonb, live jsonb) returns uuid[] language sql immutable parallel safe as $$
    select array(select distinct (creative->>'media')::uuid
      from jsonb_array_elements((fields->'creatives') || coalesce(live->'creatives', '[]')) as creative
      where creative->>'kind' = 'image')
  $$`,
  sql`create index ad_media_use on ad using gin (ad_media(fields, live))`,
  sql`create function count_ad_media() returns trigger language plpgsql as $$
    declare
      old_media uuid[] := '{}';
      new_media uuid[] := '{}';
    begin
      if tg_op <> 'INSERT' then old_media := ad_media(old.fields, old.live); end if;
      if tg_op <> 'DELETE' then new_media := ad_media(new.fields, new.live); end if;
      perform note_media_uses(old_media, new_media, null);
      return null;
    end $$`,
  sql`create trigger ad_media_changed after insert or delete or update of fields, live on ad
    for each row execute function count_ad_media()`,

  // Every process keeps the live ads in memory and listens for changes.
  sql`create function notify_ads() returns trigger language plpgsql as $$ begin
    perform pg_notify('ads', '');
    return null;
  end $$`,
  ...['ad', 'placement', 'category'].map(
    (table) => sql`create trigger ${sql.raw(table)}_ads after insert or update or delete on ${sql.table(table)}
      for each statement execute function notify_ads()`,
  ),

  sql`create trigger media_ads after update of file_version, deleted_at on media
      for each statement execute function notify_ads()`,

  // Delivery. impressions are confirmed ones; ad_lease holds what was promised to processes and not confirmed yet.
  sql`create table ad_delivery (
    ad uuid primary key, impressions bigint not null default 0, viewable bigint not null default 0,
    clicks bigint not null default 0
  )`,
  sql`create table ad_delivery_day (
    ad uuid not null, day date not null, impressions int not null default 0, primary key (ad, day)
  )`,
  sql`create table ad_lease (
    ad uuid not null, bucket timestamptz(0) not null, day date not null,
    leased int not null, confirmed int not null default 0,
    primary key (ad, bucket, day)
  )`,
  sql`create table ad_visitor (
    visitor bytea not null, ad uuid not null, shown_at bigint[] not null, last_at timestamptz(0) not null,
    primary key (visitor, ad)
  )`,
  sql`create index ad_visitor_last on ad_visitor (last_at)`,
  // What was reported with each token, until it expires. kind: 4 impression, 5 viewable, 6 click.
  sql`create table ad_token (
    id bytea not null, kind smallint not null, used_at timestamptz not null, primary key (id, kind)
  )`,
  sql`create index ad_token_used on ad_token (used_at)`,
  sql`create table ad_secret (one boolean primary key default true check (one), secret bytea not null)`,
  sql`insert into ad_secret (secret) values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea))`,

  // Promises up to so many impressions, if the caps leave so many; near the end of a cap only few at a time, so that several
  // processes share what is left. A cap that is null does not limit. One caller at a time for each ad.
  sql`create function lease_ad(
      given_ad uuid, given_bucket timestamptz, valid_from timestamptz, given_day date,
      wanted int, total_cap bigint, daily_cap bigint, allowance bigint,
      out granted int, out used bigint, out used_today bigint
    ) language plpgsql as $$
    declare room bigint;
    begin
      insert into ad_delivery (ad) values (given_ad) on conflict do nothing;
      perform from ad_delivery where ad = given_ad for update;
      select total.impressions + coalesce((select sum(leased - confirmed) from ad_lease
          where ad = given_ad and bucket >= valid_from), 0) into used
        from ad_delivery as total where total.ad = given_ad;
      select coalesce((select impressions from ad_delivery_day where ad = given_ad and day = given_day), 0)
          + coalesce((select sum(leased - confirmed) from ad_lease
            where ad = given_ad and bucket >= valid_from and day = given_day), 0) into used_today;
      room := least(total_cap - used, daily_cap - used_today, allowance - used);
      granted := greatest(0, least(wanted, room, greatest(1, room / 16)));
      if granted > 0 then
        insert into ad_lease (ad, bucket, day, leased) values (given_ad, given_bucket, given_day, granted)
          on conflict (ad, bucket, day) do update set leased = ad_lease.leased + excluded.leased;
        used := used + granted;
        used_today := used_today + granted;
      end if;
    end $$`,
]

/** Ads, placements, and what is counted of their delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
