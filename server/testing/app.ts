import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { hashPassword } from '../features/session/password-hash.ts'
import { openSession } from '../features/session/session-commands.ts'
import { emailKeyOf } from '../features/users/user-queries.ts'
import { jobTasks } from '../job-tasks.ts'
import { runJobsOnce } from '../jobs/job-queue.ts'
import type { Services } from '../services.ts'
import { cleanUp } from './clean-up.ts'
import { createTestEvents } from './test-events.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestStorage } from './test-storage.ts'

export const PASSWORD = 'a long enough passphrase'
const passwordHash = hashPassword(PASSWORD)
const from = { ip: '127.0.0.1', userAgent: 'test' }

/**
 * The whole server on a database and a folder of this test's or test file's own, for `app.inject`.
 * Call it at the top of the file: `const { app, signIn } = await createTestApp()`.
 */
export async function createTestApp(settings: Partial<Config> = {}) {
  const { db, pool, url } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-app-'))
  // inject says `Host: localhost:80`.
  const config = {
    ...readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    ...settings,
  }
  const events = await createTestEvents()
  const services: Services = { db, deliveryDb: db, pool, config, storage: await createTestStorage(dataDir), events }
  const app = await buildApp(services)
  const close = async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  cleanUp(close)

  /** An active person with the password PASSWORD, unless said otherwise. */
  async function createUser(fields: Partial<{ email: string; name: string; role: Role; status: Status }> = {}) {
    const id = uuidv7()
    const {
      email = `person-${id.slice(-12)}@example.com`,
      name = 'Kim Larsen',
      role = 'author',
      status = 'active',
    } = fields
    const hash = await passwordHash
    await db
      .insertInto('userAccount')
      .values({ id, email, emailKey: emailKeyOf(email), name, passwordHash: hash, role, status })
      .execute()
    return { id, email, name, role, status, password: PASSWORD }
  }

  /** The headers of someone signed in: a new person of that role, or the one given. */
  async function signIn(who: Role | { id: string; name: string; role: Role }) {
    const user = typeof who === 'string' ? await createUser({ role: who, name: `The ${who.replace('_', ' ')}` }) : who
    const session = await openSession(db, { userId: user.id, passwordHash: await passwordHash }, from)
    if (!session) throw new Error('this person cannot sign in')
    const { token, id: sessionId } = session
    return { headers: { authorization: `bearer ${token}` }, user, token, sessionId }
  }

  /** Works every job that is due now. */
  const runJobs = () => runJobsOnce(pool, jobTasks(services))

  return { app, db, pool, databaseUrl: url, services, events, createUser, signIn, runJobs, close }
}

type Status = 'pending' | 'active' | 'suspended'
