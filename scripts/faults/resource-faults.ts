import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runRounds, type FaultResult } from './fault-round.ts'
import { until, type Site } from './fault-site.ts'
import type { Load } from './load.ts'
import type { Person } from './people.ts'

const DISK = 'size=32m'
/** For some pictures. */
const LEFT_BYTES = 80_000
/** More than the server needs at rest, less than with many callers. */
const OPEN_FILES = 128
const SOCKETS = 200

/** The disk of the pictures is full, then has room again. Needs the right to mount. */
export async function diskFull(site: Site, people: readonly Person[], rounds: number): Promise<FaultResult> {
  const fault = 'disk of the pictures full'
  const disk = join(site.dataDir, 'media')
  const filler = join(disk, 'filler')
  mkdirSync(disk, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk]).status !== 0)
    return { fault, rounds: 0, flaws: [], note: 'only root on Linux can make a small disk' }
  try {
    return await runRounds(site, people, {
      fault,
      rounds,
      answers: /^507$/,
      act: async (load) => {
        const { bavail, bsize } = statfsSync(disk)
        writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES))
        await until('a picture refused', () => (load.answers.get('507') ?? 0) >= 3, site)
        rmSync(filler)
        return performance.now()
      },
    })
  } finally {
    // At once for everyone else, even if a file is still open.
    spawnSync('umount', ['-l', disk])
  }
}

/** Idle connections take all descriptors of the server, and its connections to PostgreSQL are lost meanwhile. */
export async function outOfDescriptors(site: Site, people: readonly Person[], rounds: number): Promise<FaultResult> {
  await site.restart({ openFiles: OPEN_FILES })
  const { pid } = site.server().child
  const counts: number[] = []
  try {
    const result = await runRounds(site, people, {
      fault: 'out of descriptors',
      rounds,
      // A connection that the server cannot take is closed or refused.
      answers: /^(503$|ECONNRESET|ECONNREFUSED|EPIPE|closed)/,
      act: async (load) => {
        const release = await takeDescriptors(site, load)
        counts.push(readdirSync(`/proc/${pid}/fd`).length)
        release()
        return performance.now()
      },
    })
    const isSame = site.server().child.exitCode === null
    return {
      ...result,
      flaws: [...result.flaws, ...(isSame ? [] : ['the server ended'])],
      note: `${Math.max(...counts)} of ${OPEN_FILES} open`,
    }
  } finally {
    await site.restart()
  }
}

/** @returns what gives them back */
async function takeDescriptors(site: Site, load: Load): Promise<() => void> {
  const { hostname, port } = new URL(site.url)
  const sockets: Socket[] = []
  for (let n = 0; n < SOCKETS; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    sockets.push(socket)
  }
  const { pid } = site.server().child
  await until('all descriptors taken', () => readdirSync(`/proc/${pid}/fd`).length >= OPEN_FILES - 8, site)
  await site.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'copydesk%'`,
  )
  const failures = () => [...load.answers].reduce((sum, [answer, n]) => (answer.startsWith('20') ? sum : sum + n), 0)
  const before = failures()
  await until('a call that met the limit', () => failures() > before, site)
  await pause(500)
  return () => sockets.forEach((socket) => socket.destroy())
}
