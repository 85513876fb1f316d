import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { createDatabase } from '../../db/database.ts'
import { cleanUp } from '../../testing/clean-up.ts'
import { backupCheck } from '../health/checks/backup-check.ts'
import { sweepBackups } from './backup-commands.ts'
import { performBackup } from './backup-job-commands.ts'
import { planBackup } from './backup-plan-commands.ts'
import { verifyBackup } from './backup-verify-commands.ts'
import { createEmptyPlace, createFolder, createSource } from './testing/backup-desk.ts'

const { app, db, pool, administrator, editor, services, runJobs, connection } = await createSource(1)
const folder = services.config.backupDir
await pool.query(`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`)

const list = async () => (await app.inject({ url: '/api/backups', headers: administrator.headers })).json<Backups>()
const asAdministrator = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: administrator.headers, ...(payload && { payload }) })
const files = () => readdirSync(folder)
function aFile(): string {
  const path = join(createFolder(), 'file')
  writeFileSync(path, '')
  return path
}
const health = async () => backupCheck.measure({ db } as never)
const forget = () => db.deleteFrom('backupRecord').execute()
const record = (fields: {
  state?: 'done' | 'failed'
  verified?: 'passed' | 'failed'
  hours: number
  path?: string
  kind?: 'schedule'
  bytes?: number
}) => {
  const { hours, ...rest } = fields
  const at = new Date(Date.now() - hours * 3_600_000)
  return db
    .insertInto('backupRecord')
    .values({ id: uuidv7(), host: hostname(), startedAt: at, finishedAt: at, bytes: 5, ...rest })
    .execute()
}

it('without a backup Health warns, and it is bad when the last good one is too old or the newest cannot be restored', async () => {
  expect(await health()).toMatchObject({ state: 'warning', cause: 'no_backup' })
  await record({ hours: 100 })
  expect(await health()).toMatchObject({ state: 'bad' })
  await record({ hours: 5, verified: 'passed' })
  expect(await health()).toMatchObject({ state: 'good', facts: { used: 5 } })
  await record({ hours: 2, state: 'failed' })
  expect(await health()).toMatchObject({ state: 'warning', cause: 'backup_failed' })
  await record({ hours: 1, verified: 'failed' })
  expect(await health()).toMatchObject({ state: 'bad', cause: 'backup_unusable' })
  await forget()
})

it('a backup is made once a day at its hour, however many processes ask, and a real restore shows that it is good', async () => {
  const hour = new Date().getUTCHours()
  expect((await asAdministrator('PUT', '/api/backups/plan', { enabled: true, hour, keep: 2 })).statusCode).toBe(200)
  await Promise.all([1, 2, 3].map(() => planBackup(db)))
  expect((await list()).isWaiting).toBe(true)
  await runJobs()
  await planBackup(db)
  await runJobs()
  const { items, isWaiting } = await list()
  expect(isWaiting).toBe(false)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'schedule', state: 'done', verified: 'passed', isHere: true, missingFiles: 0 })
  expect(files()).toEqual([items[0]!.fileName])
  const path = join(folder, items[0]!.fileName)
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  expect(items[0]!.bytes).toBe(statSync(path).size)
  // Nothing of the trial is left.
  expect((await pool.query(`select from pg_database where datname like 'copydesk_trial_%'`)).rowCount).toBe(0)
  expect(await health()).toMatchObject({ state: 'good' })
})

it('of two administrators who change the plan from the same state, the second one is asked', async () => {
  const { plan } = await list()
  const change = { enabled: false, hour: 3, version: plan.version }
  expect((await asAdministrator('PUT', '/api/backups/plan', { ...change, keep: 30 })).statusCode).toBe(200)
  const second = await asAdministrator('PUT', '/api/backups/plan', { ...change, keep: 7 })
  expect([second.statusCode, second.json().code, second.json().current.keep]).toEqual([409, 'stale_version', 30])
  expect((await list()).plan).toMatchObject({ keep: 30, version: plan.version + 1 })
})

it('the hour of the plan is on the clocks of the site, and the next backup follows the zone', async () => {
  const setZone = (timeZone: string) =>
    asAdministrator('PATCH', '/api/settings', { general: { name: '', logo: null, timeZone, locale: null } })
  const clockAt = (at: string | null, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at ?? 0))
  await asAdministrator('PUT', '/api/backups/plan', { enabled: true, hour: 3, keep: 2 })
  for (const zone of ['Asia/Kolkata', 'America/New_York', 'UTC']) {
    expect((await setZone(zone)).statusCode).toBe(200)
    const { nextAt } = await list()
    expect(clockAt(nextAt, zone)).toBe('03:00')
    const hours = (Date.parse(nextAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(-0.1)
    expect(hours).toBeLessThan(25.1)
  }
  await asAdministrator('PUT', '/api/backups/plan', { enabled: false, hour: 3, keep: 2 })
  expect((await list()).nextAt).toBeNull()
})

it('a backup is due when the hour has struck on the clocks of the site', async () => {
  await forget()
  // A zone in which it is the 12th hour of the day now, whatever the time of the test.
  const ahead = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  await asAdministrator('PATCH', '/api/settings', { general: { name: '', logo: null, timeZone: zone, locale: null } })
  await record({ hours: 5, kind: 'schedule' })
  await asAdministrator('PUT', '/api/backups/plan', { enabled: true, hour: 16, keep: 2 })
  await planBackup(db)
  expect((await list()).isWaiting).toBe(false)
  await asAdministrator('PUT', '/api/backups/plan', { enabled: true, hour: 11, keep: 2 })
  await planBackup(db)
  expect((await list()).isWaiting).toBe(true)
  await runJobs()
  await asAdministrator('PATCH', '/api/settings', { general: { name: '', logo: null, timeZone: 'UTC', locale: null } })
})

it('a backup is not due before the installation was there, and never when the plan is off', async () => {
  await forget()
  await asAdministrator('PUT', '/api/backups/plan', { enabled: false, hour: new Date().getUTCHours(), keep: 2 })
  await planBackup(db)
  expect((await list()).isWaiting).toBe(false)
  await asAdministrator('PUT', '/api/backups/plan', { enabled: true, hour: new Date().getUTCHours(), keep: 2 })
  await pool.query(`update kysely_migration set timestamp = '2999-01-01T00:00:00.000Z'`)
  await planBackup(db)
  expect((await list()).isWaiting).toBe(false)
  await pool.query(`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`)
})

it('so many backups of the plan are kept, those that were asked for as well, and no file of others is touched', async () => {
  for (const days of [3, 2, 1]) {
    const path = join(folder, `old-${days}.backup`)
    writeFileSync(path, 'old')
    await record({ hours: days * 24, kind: 'schedule', path })
  }
  const outside = join(createFolder(), 'mine.backup')
  writeFileSync(outside, 'mine')
  await record({ hours: 200, kind: 'schedule', path: outside })
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  await performBackup(services, { kind: 'request', id: uuidv7(), createdBy: null })
  expect(files()).toEqual(expect.arrayContaining(['notes.txt', 'old-1.backup', 'old-2.backup']))
  expect(files()).not.toContain('old-3.backup')
  expect(readFileSync(outside, 'utf8')).toBe('mine')
})

it.each([
  ['below a file', () => join(aFile(), 'backups')],
  ...(existsSync('/proc/self') ? [['below /proc', () => '/proc/copydesk/backups'] as const] : []),
] as const)(
  'a folder for backups %s that cannot be made is a failure in the list, with its code and what the system said',
  async (_, place) => {
    await forget()
    const config = { ...services.config, backupDir: place() }
    const wish = { kind: 'request', id: uuidv7(), createdBy: null } as const
    await expect(performBackup({ ...services, config }, wish)).rejects.toThrow(
      /^There is no folder for backups: .+\. Set BACKUP_DIR to one that this user may write to\.$/,
    )
    expect((await list()).items).toMatchObject([
      {
        id: wish.id,
        state: 'failed',
        failure: 'no_folder',
        error: expect.stringMatching(/^(E[A-Z]+: |\/proc\/copydesk\/backups$)/),
      },
    ])
  },
)

it('a disk without room for another backup is a failure of its own, with the folder', async () => {
  await forget()
  await record({ hours: 1, path: join(folder, 'large.backup'), bytes: 2 ** 52 })
  const wish = { kind: 'request', id: uuidv7(), createdBy: null } as const
  await expect(performBackup(services, wish)).rejects.toThrow(`There is no room for a backup in ${folder}.`)
  expect((await list()).items[0]).toMatchObject({ id: wish.id, state: 'failed', failure: 'no_room', error: folder })
  await forget()
})

const cluster = join(services.config.dataDir, 'postgres')
mkdirSync(cluster)
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', cluster]).status === 0
cleanUp(() => void (small && execFileSync('umount', [cluster])))
it.runIf(small)(
  `a trial for which the disk of our own PostgreSQL has no room is not begun${small ? '' : ' (left out: only root on Linux can make a small disk)'}`,
  async () => {
    await forget()
    mkdirSync(join(cluster, 'cluster'))
    await performBackup(services, { kind: 'request', id: uuidv7(), createdBy: null })
    const [made] = (await list()).items
    expect(made).toMatchObject({ state: 'done', verified: 'not_possible', verifyFailure: 'no_room' })
    expect(made!.verifyDetail).toBe(cluster)
    await forget()
    rmSync(join(cluster, 'cluster'), { recursive: true })
  },
)

it('a storage that does not answer is a failure of its own', async () => {
  await forget()
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' })
  // Nothing listens on port 1.
  const bucket = { bucket: 'pictures', endpoint: 'http://127.0.0.1:1', region: 'eu-1' }
  const wish = { kind: 'request', id: uuidv7(), createdBy: null } as const
  const config = { ...services.config, bucket }
  await expect(performBackup({ ...services, config }, wish)).rejects.toThrow('the storage does not answer')
  expect((await list()).items).toMatchObject([
    { id: wish.id, state: 'failed', failure: 'storage_away', error: 'connect ECONNREFUSED 127.0.0.1:1' },
  ])
})

it.runIf(existsSync('/proc/self'))(
  'a backup is written in a process of its own; when that is killed, the backup has failed and the next one is made',
  async () => {
    await forget()
    // Of an earlier test, which has answered and is about to end.
    await expect.poll(writers).toEqual([])
    const wish = { kind: 'request', id: uuidv7(), createdBy: null } as const
    // The writer waits for this table: it cannot be done before it is killed.
    const holder = await pool.connect()
    await holder.query('begin; lock table snippet in access exclusive mode')
    const failing = performBackup(services, wish)
    const told = expect(failing).rejects.toThrow('ended (SIGKILL)')
    await expect.poll(writers, { interval: 1 }).toHaveLength(1)
    process.kill(writers()[0]!, 'SIGKILL')
    await told
    await holder.query('rollback')
    holder.release()
    expect((await list()).items).toMatchObject([{ id: wish.id, state: 'failed', failure: 'interrupted' }])
    await performBackup(services, wish)
    expect((await list()).items).toMatchObject([{ id: wish.id, state: 'done', verified: 'passed' }])
    expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
    await forget()
  },
)

it('from the moment a backup is asked for until it is verified, the list says that something is going on', async () => {
  await forget()
  await asAdministrator('POST', '/api/backups')
  expect((await list()).isWaiting).toBe(true)
  // A worker has taken the job and has not begun yet.
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = 'backup:request'`,
  )
  expect((await list()).isWaiting).toBe(true)
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where key = 'backup:request'`,
  )
  await runJobs()
  expect((await list()).isWaiting).toBe(false)
})

it('an administrator asks for a backup, downloads it and deletes it; each leaves a line in the audit log', async () => {
  await forget()
  expect((await asAdministrator('POST', '/api/backups')).statusCode).toBe(202)
  expect((await asAdministrator('POST', '/api/backups')).statusCode).toBe(202)
  await runJobs()
  const { items } = await list()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'request', verified: 'passed', createdBy: { id: administrator.user.id } })
  const { id, fileName } = items[0]!
  const answer = await asAdministrator('POST', `/api/backups/${id}/download`)
  expect(answer.headers['content-disposition']).toContain(fileName)
  expect(answer.rawPayload.equals(readFileSync(join(folder, fileName)))).toBe(true)
  expect((await asAdministrator('DELETE', `/api/backups/${id}`)).statusCode).toBe(204)
  expect(files()).not.toContain(fileName)
  expect((await asAdministrator('POST', `/api/backups/${id}/download`)).statusCode).toBe(404)
  const lines = await db
    .selectFrom('auditEvent')
    .select(['action', 'entityId'])
    .where('entityType', '=', 'backup')
    .orderBy('number')
    .execute()
  expect(lines.slice(-3)).toMatchObject([
    { action: 'create' },
    { action: 'export', entityId: id },
    { action: 'delete', entityId: id },
  ])
})

it('what a killed backup had written goes with the next one, or with its line in the list', async () => {
  await forget()
  const again = uuidv7()
  const [tried, failed, deleted, other] = ['tried', 'failed', 'deleted', 'other'].map((name) =>
    join(folder, `${name}.backup`),
  ) as [string, string, string, string]
  const left = [tried, failed, deleted, other].map((path) => `${path}.part`)
  for (const path of left) writeFileSync(path, 'cut sho')
  const killed = { kind: 'request' as const, host: hostname(), startedAt: new Date(Date.now() - 3_600_000) }
  // Its job comes again before anyone saw that it failed.
  await db
    .insertInto('backupRecord')
    .values({ ...killed, id: again, path: tried, state: 'running' })
    .execute()
  await record({ hours: 2, state: 'failed', path: failed, kind: 'schedule' })
  await db
    .insertInto('backupRecord')
    .values({ ...killed, id: uuidv7(), path: other, state: 'failed', host: 'another' })
    .execute()
  await performBackup(services, { kind: 'request', id: again, createdBy: null })
  expect(files().filter((name) => name.endsWith('.part'))).toEqual(['deleted.backup.part', 'other.backup.part'])

  await record({ hours: 3, state: 'failed', path: deleted, kind: 'schedule' })
  const { id } = (await list()).items.find(({ fileName }) => fileName === 'deleted.backup')!
  expect((await asAdministrator('DELETE', `/api/backups/${id}`)).statusCode).toBe(204)
  expect(files().filter((name) => name.endsWith('.part'))).toEqual(['other.backup.part'])
  rmSync(`${other}.part`)
})

it('one that is under way is not deleted, and the audit log does not say that it was', async () => {
  await forget()
  const id = uuidv7()
  const running = { id, kind: 'request' as const, host: hostname(), path: join(folder, 'now.backup') }
  await db
    .insertInto('backupRecord')
    .values({ ...running, state: 'running' })
    .execute()
  const answer = await asAdministrator('DELETE', `/api/backups/${id}`)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'in_progress'])
  expect((await list()).items).toMatchObject([{ id, state: 'running' }])
  const deleted = db.selectFrom('auditEvent').select('id').where('entityId', '=', id)
  expect(await deleted.execute()).toEqual([])
  await forget()
})

it('backups are for administrators only, and no file outside of the folder is handed out', async () => {
  for (const [method, url] of [
    ['GET', '/api/backups'],
    ['POST', '/api/backups'],
    ['POST', `/api/backups/${uuidv7()}/download`],
  ] as const)
    expect((await app.inject({ method, url, headers: editor.headers })).statusCode).toBe(403)
  const secret = join(createFolder(), 'secret')
  writeFileSync(secret, 'secret')
  for (const path of [secret, `${folder}/../secret`, folder]) {
    await forget()
    await record({ hours: 1, path })
    const { items } = await list()
    expect(items[0]!.isHere).toBe(false)
    const answer = await asAdministrator('POST', `/api/backups/${items[0]!.id}/download`)
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'file_gone'])
  }
  await forget()
})

it('a backup that was damaged on the disk fails its trial', async () => {
  mkdirSync(folder, { recursive: true })
  await performBackup(services, { kind: 'request', id: uuidv7(), createdBy: null })
  const path = join(folder, (await list()).items[0]!.fileName)
  expect(await verifyBackup(connection, path, undefined)).toEqual({
    verified: 'passed',
    verifyFailure: null,
    verifyDetail: '',
  })
  const bytes = readFileSync(path)
  bytes[3000]! ^= 1
  writeFileSync(path, bytes)
  expect(await verifyBackup(connection, path, undefined)).toMatchObject({
    verified: 'failed',
    verifyFailure: 'damaged',
  })
})

it('without the right to make a database a backup is made, and says that it was not verified and why', async () => {
  const role = `no_createdb_${process.pid}_${Date.now()}`
  await pool.query(`create role ${role} login`)
  const place = await createEmptyPlace(role)
  const path = join(folder, (await list()).items[0]!.fileName)
  await performBackup(services, { kind: 'request', id: uuidv7(), createdBy: null })
  const good = join(folder, (await list()).items[0]!.fileName)
  expect(good).not.toBe(path)
  const url = new URL(place.url)
  url.username = role
  await restoreBackup(good, { connection: { connectionString: url.href }, storage: place.storage })
  const own = createDatabase({ connectionString: url.href })
  const config = { ...services.config, dataDir: place.folder, backupDir: join(place.folder, 'backups') }
  await performBackup({ db: own.db, pool: own.pool, config }, { kind: 'schedule' })
  const made = await own.db
    .selectFrom('backupRecord')
    .selectAll()
    .where('kind', '=', 'schedule')
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    state: 'done',
    verified: 'not_possible',
    verifyFailure: 'no_right',
    verifyDetail: 'permission denied to create database',
  })
  await checkBackup(made.path)
  await own.close()
})

/** Ids of the processes that write a backup for this one. */
function writers(): number[] {
  const said = (pid: string, name: string) => {
    try {
      return readFileSync(join('/proc', pid, name), 'utf8')
    } catch {
      return ''
    }
  }
  const isOurs = (pid: string) =>
    said(pid, 'status').includes(`\nPPid:\t${process.pid}\n`) && said(pid, 'cmdline').includes('backup-write-worker')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number)
}

it('a backup whose process was killed is told as failed', async () => {
  await forget()
  const startedAt = new Date(Date.now() - 600_000)
  await db.insertInto('backupRecord').values({ id: uuidv7(), startedAt, state: 'running', kind: 'schedule' }).execute()
  await sweepBackups(db)
  expect((await list()).items).toMatchObject([{ state: 'failed', failure: 'interrupted', error: '' }])
})
