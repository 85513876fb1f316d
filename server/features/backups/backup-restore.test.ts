import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { createDatabase } from '../../db/database.ts'
import { isMigrated } from '../../db/migrate.ts'
import { migrateJobs } from '../../jobs/job-queue.ts'
import { amount } from '../../testing/amount.ts'
import { dice } from '../../testing/dice.ts'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { version } from '../../version.ts'
import { checkAudit, sealAudit } from '../audit/audit-seal-commands.ts'
import { removeOldFiles } from '../media/media-file-commands.ts'
import { backupCheck } from '../health/checks/backup-check.ts'
import { backupWriter, makeBackup, sweepBackups } from './backup-commands.ts'
import { mediaFileKeys } from './backup-file-keys.ts'
import { listBackups } from './backup-queries.ts'
import {
  contentOf,
  createEmptyPlace,
  createFolder,
  createSource,
  filesIn,
  onConnection,
  tablesIn,
} from './testing/backup-desk.ts'

const source = await createSource()
const folder = createFolder()
/** Each is a look at the whole file. */
const [BITS, LAST_STEP] = [amount({ full: 30, short: 8 }), amount({ full: 31, short: 127 })]
const { db, connection, services } = source
const from = { connection, storage: services.storage, fileKeys: mediaFileKeys, version }
const backUp = (name: string, passphrase?: string) =>
  makeBackup({ db, write: backupWriter({ connection, storage: services.storage }) }, join(folder, name), {
    kind: 'command',
    host: 'here',
    passphrase,
  })

it('F4 a backup made while people write holds one moment, and an empty place gets exactly that', async () => {
  let writing = true
  let written = 0
  // Both tables change in one transaction, so at any moment they have as many rows of this kind.
  const write = async (worker: number) => {
    for (; writing; written++)
      await db.transaction().execute(async (trx) => {
        const name = `load ${worker} ${written} \\ \t "quoted" 天气`
        await trx
          .insertInto('rateLimit')
          .values({ key: `x${worker}-${written}`, hits: 1 })
          .execute()
        await trx
          .insertInto('setting')
          .values({ key: `a ${name}`, value: JSON.stringify({ name }) })
          .execute()
        await trx
          .insertInto('setting')
          .values({ key: `b ${name}`, value: JSON.stringify({ name }) })
          .execute()
      })
  }
  const writers = [1, 2, 3].map(write)
  await expect.poll(() => written).toBeGreaterThan(20)
  const path = join(folder, 'load.backup')
  let seen: Record<string, string> = {}
  const fileKeys = async function* (client: pg.ClientBase) {
    const before = written
    await expect.poll(() => written).toBeGreaterThan(before + 20)
    seen = await contentOf(client)
    yield* mediaFileKeys(client)
  }
  const { manifest } = await writeBackup({ ...from, fileKeys }, path)
  writing = false
  await Promise.all(writers)
  expect(statSync(path).mode & 0o777).toBe(0o600)

  const place = await createEmptyPlace()
  await restoreBackup(path, place)
  const { restored, pairs } = await onConnection(place.connection, async (client) => ({
    restored: await contentOf(client),
    pairs: (
      await client.query(
        `select left(key, 1) as kind, count(*)::int from setting where key like '_ load%' group by 1 order by 1`,
      )
    ).rows,
  }))
  expect(restored).toEqual(seen)
  expect(pairs[0]?.count).toBeGreaterThan(20)
  expect(pairs[0]?.count).toBe(pairs[1]?.count)
  expect(pairs[0]?.count).toBeLessThan(written)
  // What came later is not in it.
  expect(await onConnection(connection, contentOf)).not.toEqual(seen)
  expect(manifest.files.count).toBeGreaterThan(3)
  expect(await filesIn(place.storage)).toEqual(await filesIn(services.storage))
})

it('F4 a backup that was cut short is refused, wherever it was cut, and nothing is changed', async () => {
  await backUp('cut.backup')
  const whole = readFileSync(join(folder, 'cut.backup'))
  const place = await createEmptyPlace()
  const path = join(folder, 'cut')
  const roll = dice(11)
  const ends = [0, 1, 511, 512, whole.length - 1, whole.length - 512, whole.length - 1024, whole.length - 2048]
  for (let n = 0; n < 20; n++) ends.push(roll(whole.length))
  for (const end of ends) {
    writeFileSync(path, whole.subarray(0, end))
    await expect(restoreBackup(path, place), `cut at ${end}`).rejects.toMatchObject({ name: 'DamagedBackupError' })
  }
  expect(await onConnection(place.connection, tablesIn)).toEqual([])
  expect(await filesIn(place.storage)).toEqual({})
})

it('F4 a backup of which one bit was changed is refused, whichever it was', async () => {
  for (const passphrase of [undefined, 'a secret of our own']) {
    await backUp('bit.backup', passphrase)
    const whole = readFileSync(join(folder, 'bit.backup'))
    const path = join(folder, 'bit')
    const roll = dice(12)
    const places = Array.from({ length: passphrase ? 2 : BITS }, () => roll(whole.length))
    // The end of the file, its checksum and its zeros, each byte of it.
    for (let back = 1; back <= 1540 && !passphrase; back += LAST_STEP) places.push(whole.length - back)
    for (const at of places) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ (1 << roll(8))
      writeFileSync(path, changed)
      await expect(checkBackup(path, passphrase), `bit at ${at}`).rejects.toMatchObject({ name: 'DamagedBackupError' })
    }
  }
})

it('an encrypted backup shows nothing of its content and opens with its passphrase only', async () => {
  await backUp('secret.backup', 'a secret of our own')
  const path = join(folder, 'secret.backup')
  expect(readFileSync(path).includes('manifest.json')).toBe(false)
  await expect(checkBackup(path)).rejects.toThrow('The backup is encrypted: set BACKUP_PASSPHRASE.')
  await expect(checkBackup(path, 'another secret')).rejects.toThrow('The passphrase is wrong')
  const place = await createEmptyPlace()
  await restoreBackup(path, { ...place, storage: undefined }, { passphrase: 'a secret of our own' })
  expect(
    await onConnection(place.connection, async (client) => (await client.query('select from article')).rowCount),
  ).toBe(4)
})

it('the audit log of a restored place is whole, refuses changes, and counts on', async () => {
  // Transactions of other tests on the same PostgreSQL put a seal off.
  const seals = async () => {
    await sealAudit(db, sql`'infinity'::timestamptz`)
    return (await source.pool.query('select from audit_seal')).rowCount
  }
  await expect.poll(seals, { timeout: 20_000 }).toBeGreaterThan(0)
  await backUp('audit.backup')
  const place = await createEmptyPlace()
  await restoreBackup(join(folder, 'audit.backup'), place)
  const restored = createDatabase(place.connection)
  const found = await checkAudit(restored.db)
  expect(found.rows).toBeGreaterThan(10)
  expect(found.broken).toBeNull()
  await expect(restored.db.deleteFrom('auditEvent').execute()).rejects.toThrow('append-only')
  const number = async () =>
    (await restored.pool.query('select max(number)::int as number from audit_event')).rows[0].number
  const before = await number()
  await restored.pool.query(
    `insert into audit_event (id, action, entity_type) values (gen_random_uuid(), 'create', 'tag')`,
  )
  expect(await number()).toBeGreaterThan(before)
  // Who was signed in must sign in again.
  expect((await restored.pool.query('select from session')).rowCount).toBe(0)
  await restored.close()
})

it('the record of a backup says in the restored place that it was made, and Health takes it for the newest', async () => {
  const { manifest, bytes } = await backUp('record.backup')
  const place = await createEmptyPlace()
  await restoreBackup(join(folder, 'record.backup'), place)
  const restored = createDatabase(place.connection)
  await sweepBackups(restored.db)
  const [newest] = await listBackups(restored.db)
  expect(newest).toMatchObject({ state: 'done', error: '', bytes, files: manifest.files.count })
  expect(newest?.finishedAt).toBe(manifest.finishedAt)
  expect(await backupCheck.measure({ db: restored.db } as never)).toMatchObject({ state: 'good' })
  await restored.close()
})

it('a place with content is left alone; with --replace the backup takes its place, all or nothing', async () => {
  await backUp('replace.backup')
  const path = join(folder, 'replace.backup')
  const place = await createEmptyPlace()
  await restoreBackup(path, place)
  await onConnection(place.connection, (client) =>
    client.query(`delete from article; insert into tag (id, name, slug) values (gen_random_uuid(), 'Mine', 'mine')`),
  )
  const mine = await onConnection(place.connection, contentOf)
  await expect(restoreBackup(path, place)).rejects.toThrow('The database has content already')
  expect(await onConnection(place.connection, contentOf)).toEqual(mine)

  // The disk of the pictures fills up in the middle.
  const fresh = (await createEmptyPlace()).storage
  let puts = 0
  const full = {
    ...fresh,
    put: async (key: string, bytes: Buffer) =>
      ++puts > 4 ? Promise.reject(new Error('the storage is full')) : fresh.put(key, bytes),
  }
  await expect(restoreBackup(path, { ...place, storage: full }, { replace: true })).rejects.toThrow(
    'the storage is full',
  )
  expect(await onConnection(place.connection, contentOf)).toEqual(mine)
  expect(await filesIn(fresh)).toEqual({})

  await restoreBackup(path, place, { replace: true })
  const now = await onConnection(place.connection, contentOf)
  expect(now).not.toEqual(mine)
  expect(now['"public"."article"']).toBe((await onConnection(connection, contentOf))['"public"."article"'])
})

it('a place that a server uses, or that belongs to another program, is left alone', async () => {
  await backUp('used.backup')
  const path = join(folder, 'used.backup')
  const place = await createEmptyPlace()
  const server = createDatabase(place.connection)
  await server.pool.query('select 1')
  await expect(restoreBackup(path, place)).rejects.toThrow('stop its servers first')
  await server.close()
  await onConnection(place.connection, (client) => client.query('create table wp_posts (id int)'))
  await expect(restoreBackup(path, place, { replace: true })).rejects.toThrow('tables of another program')
  expect(await onConnection(place.connection, tablesIn)).toEqual(['wp_posts'])
})

it('a backup of an older version is brought up to date, and one of a newer version is refused', async () => {
  const older = await createDatabaseOf('0040-ads')
  await migrateJobs(older.pool)
  await older.pool.query(
    `insert into audit_event (id, action, entity_type) values (gen_random_uuid(), 'create', 'tag')`,
  )
  const url = older.pool.options.connectionString!
  const path = join(folder, 'older.backup')
  await writeBackup({ ...from, connection: { connectionString: url } }, path)
  const place = await createEmptyPlace()
  await restoreBackup(path, place)
  const restored = createDatabase(place.connection)
  expect(await isMigrated(restored.db)).toBe(true)
  expect((await restored.pool.query('select number::int from audit_event')).rows).toEqual([{ number: 1 }])
  await restored.pool.query(`insert into kysely_migration values ('9999-of-tomorrow', now()::text)`)
  await restored.close()
  const newer = join(folder, 'newer.backup')
  await writeBackup({ ...from, connection: place.connection }, newer)
  const empty = await createEmptyPlace()
  await expect(restoreBackup(newer, empty)).rejects.toThrow(
    `made by a newer Copydesk (${version}, with 9999-of-tomorrow)`,
  )
  expect(await onConnection(empty.connection, tablesIn)).toEqual([])
})

it('days of reader events that were counted while Copydesk ran come back, with their partitions', async () => {
  await source.pool.query(`create table reader_event_20200101 partition of reader_event
    for values from ('2020-01-01Z') to ('2020-01-02Z')`)
  await source.pool.query(`insert into reader_event (at, kind, visitor) values ('2020-01-01 10:00Z', 1, '\\x01')`)
  await backUp('days.backup')
  const place = await createEmptyPlace()
  await restoreBackup(join(folder, 'days.backup'), place)
  const count = (client: pg.Client) => client.query('select from reader_event_20200101')
  expect((await onConnection(place.connection, count)).rowCount).toBe(1)
  await restoreBackup(join(folder, 'days.backup'), place, { replace: true })
  expect((await onConnection(place.connection, count)).rowCount).toBe(1)
})

it('an owner of the database who is no superuser can back up and restore', async () => {
  const role = `plain_${process.pid}_${Date.now()}`
  await source.pool.query(`create role ${role} login`)
  const path = join(folder, 'plain.backup')
  await backUp('plain.backup')
  const place = await createEmptyPlace(role)
  const url = new URL(place.url)
  url.username = role
  const plain = { ...place, connection: { connectionString: url.href } }
  await restoreBackup(path, plain)
  const second = join(folder, 'plain-2.backup')
  const { manifest } = await writeBackup({ ...from, storage: place.storage, connection: plain.connection }, second)
  const tables = (await checkBackup(path)).tables.map(({ name, rows, fingerprint }) => ({ name, rows, fingerprint }))
  // Jobs are free to run again, and the record of the backup says that it was made.
  const changed = ['_private_jobs', '_private_job_queues', 'backup_record']
  const without = ({ name }: { name: string }) => !changed.includes(name)
  expect(manifest.tables.map(({ name, rows, fingerprint }) => ({ name, rows, fingerprint })).filter(without)).toEqual(
    tables.filter(without),
  )
  await restoreBackup(second, plain, { replace: true })
})

it('of two backups at once the second is refused, and says so', async () => {
  let tell: () => void = () => undefined
  const wait = new Promise<void>((resolve) => (tell = resolve))
  const fileKeys = async function* () {
    await wait
    yield* []
  }
  const first = writeBackup({ ...from, fileKeys }, join(folder, 'first.backup'))
  await expect
    .poll(
      async () =>
        (await source.pool.query(`select from pg_stat_activity where application_name = 'copydesk backup'`)).rowCount,
    )
    .toBe(1)
  await expect(backUp('second.backup')).rejects.toThrow('Another backup of this database is being made.')
  tell()
  await first
})

it('pictures that are removed while a backup is made are still in it', async () => {
  const { id, storageKey } = await db.selectFrom('media').select(['id', 'storageKey']).executeTakeFirstOrThrow()
  const path = join(folder, 'removed.backup')
  const fileKeys = async function* (client: pg.ClientBase) {
    await db.deleteFrom('media').where('id', '=', id).execute()
    const files = ['original.png', 'thumb.webp']
    await db
      .insertInto('mediaOldFile')
      .values({ storageKey, files, until: new Date(0) })
      .execute()
    await removeOldFiles(services)
    yield* mediaFileKeys(client)
  }
  const { manifest } = await writeBackup({ ...from, fileKeys }, path)
  expect(manifest.files.missing).toBe(0)
  await removeOldFiles(services)
  expect(await services.storage.open(`${storageKey}/original.png`)).toBeUndefined()
})
