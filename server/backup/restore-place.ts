import type pg from 'pg'

/** What is in a database: no table, a Copydesk without content, one with content, or tables of another program. */
export type PlaceState = 'nothing' | 'empty' | 'filled' | 'foreign'

/** What a new installation has none of. */
const CONTENT = ['user_account', 'article', 'media', 'author', 'tag', 'category', 'album', 'ad']

export async function placeState(client: pg.ClientBase): Promise<PlaceState> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return 'nothing'
  if (!names.includes('kysely_migration')) return 'foreign'
  const present = CONTENT.filter((name) => names.includes(name))
  if (present.length === 0) return 'empty'
  const exists = present.map((name) => `exists (select from ${name})`).join(' or ')
  const filled = await client.query<{ filled: boolean }>(`select ${exists} as filled`)
  return filled.rows[0]?.filled ? 'filled' : 'empty'
}

/** How many servers and commands of Copydesk use this database now. */
export async function usersOfDatabase(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and application_name like 'copydesk%'`,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Drops all that Copydesk made in this database; extensions stay. Within the caller's transaction. */
export async function dropCopydesk(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade')
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table if exists %I.%I cascade', nspname, relname) as statement
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' and relkind in ('r', 'p')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     union all select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure)
       from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = 'public'
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  for (const { statement } of rows) await client.query(statement)
  const sequences = await client.query<{ statement: string }>(
    `select format('drop sequence %I.%I cascade', schemaname, sequencename) as statement from pg_sequences
     where schemaname = 'public'`,
  )
  for (const { statement } of sequences.rows) await client.query(statement)
}
