import { sql, type Kysely } from 'kysely'

const key = sql.raw('ad, hour, placement, device')
const counts = sql.raw('impressions, viewable, clicks')

const statements = [
  // What reports of ads say, counted with each report, so that no question reads single events.
  sql`create table ad_delivery_hour (
    ad uuid not null, hour timestamptz(0) not null, placement uuid not null, device smallint not null,
    impressions int not null default 0, viewable int not null default 0, clicks int not null default 0,
    primary key (ad, hour, placement, device)
  )`,
  // What was delivered so far: from the roll-up, and from the events of hours that it has not counted yet.
  sql`insert into ad_delivery_hour (${key}, ${counts})
    select ${key}, ${counts} from ad_hour where hour not in (select hour from reader_hour where changed > counted)`,
  sql`insert into ad_delivery_hour (${key}, ${counts})
    select ad, date_trunc('hour', at, 'UTC'), placement, coalesce(device, 0),
      count(distinct impression) filter (where kind = 4), count(distinct impression) filter (where kind = 5),
      count(distinct impression) filter (where kind = 6)
    from reader_event where kind > 3
      and date_trunc('hour', at, 'UTC') in (select hour from reader_hour where changed > counted)
    group by 1, 2, 3, 4`,
  // A reviewer's note says whose it is and when it was written.
  sql`alter table ad add column rejected_at timestamptz(3), add column rejected_by uuid references user_account`,
  sql`update ad set rejected_at = event.at, rejected_by = event.actor_id
    from (
      select distinct on (entity_id) entity_id, at, (select id from user_account where id = actor_id) as actor_id
      from audit_event where entity_type = 'ad' and action = 'reject' order by entity_id, at desc
    ) as event where event.entity_id = ad.id and ad.rejection <> ''`,
]

/** Delivery of ads by hour, placement and device; who rejected an ad, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
