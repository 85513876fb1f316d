import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { processEnv } from '../server/testing/process-env.ts'
import { createTestDatabase } from '../server/testing/test-database.ts'

const { db, url } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-reset-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a person sees after `npm run reset-second-step -- …`. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reset-second-step.ts'), ...args], {
    env: { ...processEnv, DATA_DIR: join(folder, 'data'), DATABASE_URL: url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

it('an administrator who lost everything gets in again by a command on the server', async () => {
  const id = uuidv7()
  const email = 'Ada@Example.org'
  await db
    .insertInto('userAccount')
    .values({
      id,
      email,
      emailKey: email.toLowerCase(),
      name: 'Ada',
      passwordHash: 'x',
      role: 'administrator',
      status: 'active',
    })
    .execute()
  await db.updateTable('userAccount').set({ secondStepSince: new Date() }).where('id', '=', id).execute()
  await db
    .insertInto('authenticatorApp')
    .values({ userId: id, secret: Buffer.from('x'), keyId: 'lost', lastStep: 0 })
    .execute()
  expect(await run('ada@example.ORG')).toMatchObject({ code: 0, said: expect.stringContaining('was removed') })
  expect(await db.selectFrom('authenticatorApp').selectAll().execute()).toEqual([])
  const line = await db.selectFrom('auditEvent').selectAll().executeTakeFirstOrThrow()
  expect(line).toMatchObject({ action: 'reset_second_step', actorId: null, entityId: id })
  expect(await db.selectFrom('mailOutbox').select(['kind', 'recipient']).execute()).toEqual([
    { kind: 'second_step_reset', recipient: 'ada@example.org' },
  ])
  expect(await run('ada@example.org')).toMatchObject({
    code: 1,
    said: expect.stringContaining('has no two-step sign-in'),
  })
  expect(await run('no-one@example.org')).toMatchObject({ code: 1, said: expect.stringContaining('No account') })
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
})
