import { sql, type Kysely } from 'kysely'

const counts = sql.raw('impressions integer not null, viewable integer not null, clicks integer not null')

const statements = [
  // kind: 4 ad impression, 5 viewable ad impression, 6 click on an ad. device: 1 desktop, 2 phone, 3 tablet.
  sql`alter table reader_event add column device smallint, add column ad uuid, add column placement uuid,
    add column impression uuid`,
  // Counting searches must not read the many events of ads.
  sql`drop index reader_event_searches`,
  sql`create index reader_event_searches on reader_event (at) where kind in (2, 3)`,
  sql`create table ad_hour (
    hour timestamptz not null, ad uuid not null, placement uuid not null, device smallint not null, ${counts},
    primary key (ad, hour, placement, device))`,
  sql`create index ad_hour_hour on ad_hour (hour)`,
  sql`create table ad_day (day date not null, ad uuid not null, ${counts}, primary key (ad, day))`,
  sql`create table device_view_hour (
    hour timestamptz not null, device smallint not null, views integer not null, primary key (hour, device))`,
]

/** Events of ads, counted by the hour, placement and device class; views by device class. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
