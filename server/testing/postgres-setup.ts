/** Runs once for all server tests: one PostgreSQL, one migrated template that every test file copies. */
import type { TestProject } from 'vitest/node'
import { openTestPostgres } from './open-test-postgres.ts'
import type { TestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

export async function setup(project: TestProject) {
  const { stop, ...postgres } = await openTestPostgres()
  project.provide('postgres', postgres)
  return stop
}
