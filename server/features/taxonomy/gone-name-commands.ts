import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'

const names = { tag: 'name', author: 'display_name', category: 'name' } as const

/**
 * Says that a name is not there: with what it was called, and the one that is used in its place, as long as these are known.
 * @param now the one that took its place, if any
 * @throws ProblemError not_found
 */
export async function refuseGoneName(
  db: Db,
  noun: keyof typeof names,
  id: string,
  now: string | null | undefined,
): Promise<never> {
  const { rows } = await sql<{ id: string; name: string; there: boolean }>`
    select id, ${sql.ref(names[noun])} as name, deleted_at is null as there from ${sql.table(noun)}
    where id = ${id}::uuid or id = ${now ?? null}::uuid`.execute(db)
  const gone = rows.find((row) => row.id === id)
  if (!gone) throw new ProblemError('not_found')
  const instead = rows.find((row) => row.id === now && row.there)
  const current = instead && { id: instead.id, name: instead.name }
  throw new ProblemError('not_found', { reasons: [gone.name], ...(current && { current }) })
}
