import type pg from 'pg'
import { isDatabaseUnavailable } from './errors.ts'

/** Older ones do not know `nulls not distinct`. */
const LEAST_VERSION = 15

type Addresses = { databaseUrl: string | undefined; databaseDirectUrl: string | undefined }
type Found = { version: number; name: string; encoding: string; isInstalled: boolean }

/** The variable whose address leads to PostgreSQL itself; undefined where the embedded one is used. */
export function databaseVariable({ databaseUrl, databaseDirectUrl }: Addresses): string | undefined {
  if (databaseDirectUrl) return 'DATABASE_DIRECT_URL'
  return databaseUrl && 'DATABASE_URL'
}

/**
 * Asks the database of an address once, before anything is made in it.
 * @param variable where the address is from
 * @throws Error with a sentence that names the variable when no connection is possible, or Copydesk cannot be there
 */
export async function requireDatabase(pool: pg.Pool, variable: string, least = LEAST_VERSION): Promise<void> {
  const { rows } = await pool
    .query<Found>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name,
         getdatabaseencoding() as encoding, to_regclass('kysely_migration') is not null as "isInstalled"`,
    )
    .catch((error: unknown) => {
      throw addressError(error, variable)
    })
  const [{ version, name, encoding, isInstalled }] = rows as [Found]
  if (version < least)
    throw new Error(`${variable} is wrong: PostgreSQL ${name} answers there, and ${least} or newer is needed`)
  if (encoding !== 'UTF8' && !isInstalled)
    throw new Error(
      `${variable} is wrong: the encoding of its database is ${encoding}; make one with: create database … encoding 'UTF8' template template0`,
    )
}

/** The failure to use a database as a sentence about its address; PostgreSQL's own words are the cause. */
export function addressError(error: unknown, variable: string): Error {
  const { cause = error } = error as Error
  return new Error(`${variable} is wrong: ${problemOf(cause) ?? 'no connection is possible'}`, { cause })
}

/** Whether a failure that came later is one of the address, too. */
export const isAddressProblem = (error: unknown): boolean => problemOf((error as Error).cause ?? error) !== undefined

function problemOf(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '28P01' || code === '28000' || message.startsWith('SASL'))
    return 'PostgreSQL does not accept its user or password'
  if (code === '3D000') return 'PostgreSQL has no such database'
  if (code === '42501') return 'its user must own the database'
  return isDatabaseUnavailable(error) || UNREACHABLE.has(code) ? 'nothing answers there' : undefined
}

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
