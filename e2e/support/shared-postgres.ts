import { randomUUID } from 'node:crypto'
import { openTestPostgres } from '../../server/testing/open-test-postgres.ts'
import { asServerAdmin, onDatabase, type TestPostgres } from '../../server/testing/test-postgres.ts'

const VARIABLE = 'JOURNEYS_POSTGRES'

/** Runs once before all journeys: one PostgreSQL whose migrated template every server gets a copy of. Found as default export. */
export default async function setup() {
  const { stop, ...postgres } = await openTestPostgres()
  process.env[VARIABLE] = JSON.stringify(postgres)
  return stop
}

/** A migrated, empty database for one server, until `drop`; none outside the journeys, where no one shares one. */
export async function createServerDatabase() {
  const shared = process.env[VARIABLE]
  if (!shared) return undefined
  const { url, template } = JSON.parse(shared) as TestPostgres
  const name = `journeys_${randomUUID().replaceAll('-', '')}`
  await asServerAdmin(url, [`create database ${name} template ${template} strategy file_copy`])
  return {
    url: onDatabase(url, name),
    drop: () => asServerAdmin(url, [`drop database if exists ${name} with (force)`]),
  }
}
