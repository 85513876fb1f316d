import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table known_network (
    user_id uuid not null references user_account (id) on delete cascade,
    network text not null,
    last_used_at timestamptz not null default now(),
    primary key (user_id, network)
  )`,
  sql`create index known_network_used on known_network (last_used_at)`,
  sql`insert into known_network (user_id, network, last_used_at)
    select entity_id, after->>'network', max(at) from audit_event
    where entity_type = 'user' and action = 'sign_in' and at > now() - interval '30 days'
      and after->>'network' is not null and entity_id in (select id from user_account)
    group by 1, 2`,
]

/** Where people sign in from, until now looked for in the audit log at every sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
