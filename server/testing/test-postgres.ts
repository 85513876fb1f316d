import pg from 'pg'

export type TestPostgres = { url: string; template: string }

/** The same server, another database. */
export function onDatabase(url: string, name: string): string {
  const next = new URL(url)
  next.pathname = `/${name}`
  return next.href
}

export async function asServerAdmin(url: string, statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
