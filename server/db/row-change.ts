import { sql } from 'kysely'

/**
 * What every change of a row writes besides itself.
 * @param by the account that makes the change
 */
export const nextVersion = (by: string, { version }: { version: number }) => ({
  version: version + 1,
  // Not now(): whoever waited for the lock began earlier, but changed it later.
  updatedAt: sql<string>`clock_timestamp()`,
  updatedBy: by,
})

/** The fields that become others, compared as JSON. */
export const changedFields = <Row extends object>(before: Row, given: Partial<Row>) =>
  (Object.keys(given) as (keyof Row & string)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(given[field]),
  )
