import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { addJob, startJobRunner, type JobTasks } from './job-queue.ts'
import { unlockStaleJobs } from './worker-heartbeat.ts'

const { db, pool, url } = await createTestDatabase()

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await pool.query('delete from graphile_worker._private_jobs')
})

/** Another process, in the middle of the job `linger`. */
async function beginOtherServer() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/begin-a-job.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  ends.push(kill)
  await once(child.stdout, 'data')
  return { kill }
}

async function startHere(tasks: JobTasks) {
  const said: string[] = []
  const runner = await startJobRunner(pool, tasks, '', (line) => said.push(line), 100)
  ends.push(runner.stop)
  return said
}

const holders = async () => {
  const { rows } = await pool.query<{ name: string }>(
    'select locked_by as name from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows.map(({ name }) => name)
}
const present = async () => {
  const { rows } = await pool.query(`select pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
    and classid = hashtext('copydesk jobs')::oid and granted`)
  return rows.length
}

it('a job whose process was killed is begun again by another, soon', async () => {
  await addJob(db, 'linger', {})
  const elsewhere = await beginOtherServer()
  let begun = 0
  await startHere({ linger: async () => void begun++ })
  await elsewhere.kill()
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(1)
  await expect.poll(async () => (await pool.query('select from graphile_worker.jobs')).rows.length).toBe(0)
})

it('a job whose process lives is left to it, however often others check', async () => {
  await addJob(db, 'linger', {})
  const elsewhere = await beginOtherServer()
  await expect.poll(present).toBe(1)
  const [holder] = await holders()
  let missing: string[] = []
  for (let check = 0; check < 10; check++) missing = await unlockStaleJobs(pool, missing)
  expect(missing).toEqual([])
  expect(await holders()).toEqual([holder])

  await elsewhere.kill()
  await expect.poll(present).toBe(0)
  missing = await unlockStaleJobs(pool, [])
  expect(missing).toEqual([holder])
  // Seen missing once: it may just be back in a moment.
  expect(await holders()).toEqual([holder])
  await unlockStaleJobs(pool, missing)
  expect(await holders()).toEqual([])
})

it('a process that loses its connections goes on working, and is known to live again', async () => {
  let done = 0
  await startHere({ note: async () => void done++ })
  await expect.poll(present).toBe(1)
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(present, { timeout: 10_000 }).toBe(1)
  await addJob(db, 'note', {})
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
})
