import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { homeOf, placeOf } from '../server/db/embedded/place.ts'
import { readPidFile } from '../server/db/embedded/server-process.ts'
import {
  createEmptyPlace,
  createFolder,
  createSource,
  filesIn,
  onConnection,
  tablesIn,
} from '../server/features/backups/testing/backup-desk.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { cleanUp } from '../server/testing/clean-up.ts'
import { processEnv } from '../server/testing/process-env.ts'

const { db, databaseUrl, services } = await createSource(2)
const folder = createFolder()
const file = join(folder, 'copydesk.backup')

/** What a person sees after `npm run backup -- …` or the like; with `stopAt` they press Ctrl+C when that is printed, or it is killed. */
async function run(
  script: string,
  args: string[],
  env: Record<string, string>,
  stopAt?: string,
  signal: 'SIGINT' | 'SIGKILL' = 'SIGINT',
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...processEnv, ...env },
  })
  let said = ''
  let isStopped = false
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    if (isStopped || !stopAt || !said.includes(stopAt)) return
    isStopped = child.kill(signal)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
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
}, 180_000)

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

it('a restore that is stopped by Ctrl+C leaves neither a picture nor a running database', async () => {
  const env = { DATA_DIR: join(folder, 'stopped') }
  cleanUp(() => rmSync(placeOf(env.DATA_DIR).home, { recursive: true, force: true }))
  const stopped = await run('restore.ts', [file], env, 'Making indexes')
  expect(stopped.said).toMatch(/\nStopped\. Nothing was changed\.\n$/)
  expect(stopped.code).toBe(1)
  expect(await filesIn(createFolderStorage(join(env.DATA_DIR, 'media')))).toEqual({})
  expect(readPidFile(homeOf(env.DATA_DIR) ?? '')).toBeNull()
  expect((await run('restore.ts', [file], env)).said).toContain('is restored')
}, 120_000)

it('an export that is stopped by Ctrl+C leaves nothing, so that the next may have its place', async () => {
  const env = { DATA_DIR: services.config.dataDir, DATABASE_URL: databaseUrl }
  const place = join(folder, 'exports')
  mkdirSync(place)
  for (const name of ['site.tar', 'site']) {
    const stopped = await run('export.ts', [join(place, name)], env, 'tag.jsonl')
    expect(stopped.said).toMatch(/\nStopped\.\n$/)
    expect(stopped.code).toBe(1)
    expect(readdirSync(place, { recursive: true })).toEqual(name === 'site' ? ['site'] : [])
    expect((await run('export.ts', [join(place, name)], env)).code).toBe(0)
    rmSync(join(place, name), { recursive: true })
  }
}, 120_000)

it('what a killed export or import had written or unpacked goes with the next one', async () => {
  const env = { DATA_DIR: services.config.dataDir, DATABASE_URL: databaseUrl }
  const place = join(folder, 'killed')
  const unpacked = join(folder, 'unpacked')
  mkdirSync(place)
  mkdirSync(unpacked)
  const site = join(place, 'site.tar')
  await run('export.ts', [site], env, 'tag.jsonl', 'SIGKILL')
  const left = readdirSync(place)
  expect(left).toHaveLength(1)
  const mine = ['.copydesk-export-notes', `.copydesk-export-elsewhere-${2 ** 30}-abc123`]
  for (const name of mine) mkdirSync(join(place, name))
  expect((await run('export.ts', [site], env)).code).toBe(0)
  expect(readdirSync(place).toSorted()).toEqual([...mine, 'site.tar'].toSorted())

  // The small import is over before it could be killed.
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(unpacked, `copydesk-import-${hostname()}-${pid}-abc123`, 'files'), { recursive: true })
  mkdirSync(join(unpacked, `copydesk-import-${hostname()}-${process.pid}-abc123`))
  const imported = await run('import.ts', ['copydesk', site], { ...env, TMPDIR: unpacked })
  expect(imported.code, imported.said).toBe(0)
  expect(readdirSync(unpacked)).toEqual([`copydesk-import-${hostname()}-${process.pid}-abc123`])
}, 120_000)

it('a folder with an export that was killed is told from one with other files', async () => {
  const env = { DATA_DIR: services.config.dataDir, DATABASE_URL: databaseUrl }
  const path = join(folder, 'cut')
  await run('export.ts', [path], env, 'tag.jsonl', 'SIGKILL')
  expect(await run('export.ts', [path], env)).toEqual({
    code: 1,
    said: `${path} holds an export that was cut short, or is being written. Delete the folder, or name another one.\n`,
  })
  rmSync(path, { recursive: true })
  mkdirSync(path)
  writeFileSync(join(path, 'notes.txt'), 'mine')
  expect((await run('export.ts', [path], env)).said).toBe(`${path} is not empty.\n`)
}, 120_000)

it.each(['backup.ts', 'export.ts', 'reset-second-step.ts'])(
  '%s makes no database where there is none, as where DATA_DIR was forgotten',
  async (script) => {
    const place = await createEmptyPlace()
    const missing = join(place.folder, 'mistyped')
    const given = script === 'reset-second-step.ts' ? 'ada@example.org' : join(folder, 'nothing')
    expect(await run(script, [given], { DATA_DIR: missing })).toEqual({
      code: 1,
      said: `There is no Copydesk in ${missing}. Set DATA_DIR to that of the server.\n`,
    })
    expect(existsSync(missing)).toBe(false)
    const elsewhere = await run(script, [given], { DATA_DIR: place.folder, DATABASE_URL: place.url })
    expect(elsewhere).toEqual({ code: 1, said: 'There is no Copydesk in this database.\n' })
    expect(await onConnection(place.connection, tablesIn)).toEqual([])
    const unreachable = { DATA_DIR: place.folder, DATABASE_URL: 'postgres://someone@127.0.0.1:1/desk' }
    expect((await run(script, [given], unreachable)).said).toMatch(
      /^DATABASE_URL is wrong: nothing answers there: .+\n$/,
    )
  },
)

it('a backup without any picture that the database names has failed, and asks for the right folder', async () => {
  const place = await createEmptyPlace()
  const made = await run('backup.ts', [join(folder, 'bare')], { DATA_DIR: place.folder, DATABASE_URL: databaseUrl })
  expect(made.said).toContain('Are DATA_DIR and STORAGE_URL those of the server?')
  expect(made.code).toBe(1)
})

it('a folder is no place for a backup, which is said before anything is written', async () => {
  const env = { DATA_DIR: services.config.dataDir, DATABASE_URL: databaseUrl }
  expect(await run('backup.ts', [folder], env)).toEqual({
    code: 1,
    said: `${folder} is a folder; name a file in it, as in ${join(folder, 'copydesk.backup')}.\n`,
  })
  expect((await run('restore.ts', [folder, '--check'], env)).said).toBe(`${folder} is a folder, not a file.\n`)
})

it('a damaged file makes no new installation', async () => {
  const damaged = join(folder, 'damaged.backup')
  const bytes = readFileSync(file)
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 2000))
  const DATA_DIR = join(folder, 'never-made')
  cleanUp(() => {
    if (existsSync(DATA_DIR)) rmSync(placeOf(DATA_DIR).home, { recursive: true, force: true })
  })
  const { code, said } = await run('restore.ts', [damaged], { DATA_DIR })
  expect(said).toMatch(/^The backup is not complete: [^\n]+\n$/)
  expect([code, existsSync(DATA_DIR)]).toEqual([1, false])
})
