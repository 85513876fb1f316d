import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { placeOf } from '../server/db/embedded/place.ts'
import {
  cleanUp,
  createEmptyPlace,
  createFolder,
  createSource,
  filesIn,
} from '../server/features/backups/testing/backup-desk.ts'
import { processEnv } from '../server/testing/process-env.ts'

const { db, databaseUrl, services } = await createSource(2)
const folder = createFolder()
const file = join(folder, 'copydesk.backup')

/** What a person sees after `npm run backup -- …` or `npm run restore -- …`. */
async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...processEnv, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

it('a site moves from a PostgreSQL of its own into an embedded one by one file, and back', async () => {
  const from = { DATA_DIR: services.config.dataDir, DATABASE_URL: databaseUrl }
  const made = await run('backup.ts', [file], from)
  expect(made.said).toMatch(/copydesk\.backup: [\d,]+ rows and \d+ files in [\d,]+ bytes\./)
  expect(made.code).toBe(0)
  const record = await db.selectFrom('backupRecord').selectAll().executeTakeFirstOrThrow()
  expect(record).toMatchObject({ state: 'done', kind: 'command', path: file, missingFiles: 0 })

  const embedded = { DATA_DIR: join(folder, 'embedded') }
  cleanUp(() => rmSync(placeOf(embedded.DATA_DIR).home, { recursive: true, force: true }))
  const restored = await run('restore.ts', [file], embedded)
  expect(restored.said).toContain('is restored')
  expect(restored.code).toBe(0)
  const again = await run('restore.ts', [file], embedded)
  expect(again.said).toContain('The database has content already')
  expect(again.code).toBe(1)

  const second = join(folder, 'second.backup')
  expect((await run('backup.ts', [second], embedded)).said).toContain('rows and')
  const place = await createEmptyPlace()
  const back = await run('restore.ts', [second], { DATA_DIR: place.folder, DATABASE_URL: place.url })
  expect(back.said).toContain('is restored')
  expect(await filesIn(place.storage)).toEqual(await filesIn(services.storage))
})

it('a damaged file, a wrong call and a place without a Copydesk are told in a sentence', async () => {
  const place = await createEmptyPlace()
  const env = { DATA_DIR: place.folder, DATABASE_URL: place.url }
  writeFileSync(join(folder, 'short'), readFileSync(file).subarray(0, 5000))
  const damaged = await run('restore.ts', [join(folder, 'short')], env)
  expect(damaged).toEqual({ code: 1, said: 'The backup is not complete: the file was cut short.\n' })
  expect((await run('restore.ts', [join(folder, 'none'), '--check'], env)).said).toContain('There is no file')
  expect((await run('restore.ts', [file, '--replace'], env)).said).toContain('without a terminal say --yes as well')
  const nothing = await run('backup.ts', [join(folder, 'nothing')], env)
  expect(nothing).toEqual({ code: 1, said: 'There is no Copydesk in this database.\n' })
  expect(existsSync(join(folder, 'nothing'))).toBe(false)
  expect((await run('restore.ts', [file, '--check'], env)).said).toContain('is whole')
})
