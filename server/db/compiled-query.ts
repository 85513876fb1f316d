import type { CompiledQuery, Insertable } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** Where a value of a call belongs among the parameters. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that Kysely builds once, at its first call; each call only sends it with its own values. For what is asked at very many
 * calls and has the same text for all values: building a long query takes longer than reading its rows.
 * @param build gets a placeholder for each value and may use it as a parameter only
 * @returns runs the query with these values on a pool or in a transaction, and answers its rows
 */
export function compiledQuery<Values extends object, Row>(
  build: (db: Db, value: <Name extends keyof Values & string>(name: Name) => Values[Name]) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, (name) => new Placeholder(name) as never)
    const given = values as Record<string, unknown>
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? given[one.name] : one))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** The same for the insert of one row with these columns. */
export const compiledInsert = <Table extends keyof Tables, Column extends keyof Insertable<Tables[Table]> & string>(
  table: Table,
  columns: readonly Column[],
) =>
  compiledQuery<Pick<Insertable<Tables[Table]>, Column>, never>((db, value) =>
    db
      .insertInto(table)
      .values(Object.fromEntries(columns.map((name) => [name, value(name)])) as never)
      .compile(),
  )
