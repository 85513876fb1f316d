import { sql, type Kysely } from 'kysely'

const actions = sql.raw(
  ['submit', 'withdraw', 'approve', 'reject', 'pause', 'resume', 'archive', 'trash', 'restore']
    .map((name) => `'${name}'`)
    .join(', '),
)

const statements = [
  // Actions that changed no fields left no entry in the history of an ad, only a gap in its versions. The audit log has them. They
  // are filled in where as many versions are missing as the log has actions; the fields are those of the version before.
  sql`with missing as (
      select ad.id, gap.version, row_number() over (partition by ad.id order by gap.version) as place,
        count(*) over (partition by ad.id) as gaps
      from ad, generate_series(1, ad.version) as gap(version)
      where not exists (select from ad_revision where ad_revision.ad = ad.id and ad_revision.version = gap.version)
    ), logged as (
      select entity_id as ad, at, action, (select id from user_account where id = actor_id) as actor,
        row_number() over (partition by entity_id order by at, number, id) as place,
        count(*) over (partition by entity_id) as actions
      from audit_event where entity_type = 'ad' and action in (${actions})
    )
    insert into ad_revision (id, ad, version, created_at, created_by, reason, fields)
    select gen_random_uuid(), missing.id, missing.version, logged.at, logged.actor, logged.action, before.fields
    from missing
    join logged on logged.ad = missing.id and logged.place = missing.place and logged.actions = missing.gaps
    cross join lateral (
      select fields from ad_revision where ad_revision.ad = missing.id and ad_revision.version < missing.version
      order by version desc limit 1
    ) as before`,
  // What the home page asks for.
  sql`create index ad_submitted on ad (submitted_at, id) where submitted_at is not null and deleted_at is null`,
  sql`create index ad_rejected on ad (created_by, rejected_at desc)
    where rejection <> '' and submitted_at is null and deleted_at is null`,
  sql`create index ad_ends on ad (ends_at, id) where status = 'approved' and deleted_at is null`,
  // The filter by advertiser, and the names that it offers.
  sql`create index ad_advertiser on ad (lower(fields->>'advertiser'), id)`,
]

/** Complete histories of ads; what the home page and the filter by advertiser ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
