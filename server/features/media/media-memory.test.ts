import { request } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createTestApp } from '../../testing/app.ts'
import { endServerProcesses, startServerProcess } from '../../testing/server-process.ts'
import { form, formType } from './testing/form.ts'
import { mosaic } from './testing/pictures.ts'
import { amount } from '../../testing/amount.ts'

const linux = process.platform === 'linux'
const whyNot = linux ? '' : ' (left out: only Linux says what memory another process has)'
const MOST_MB = 512
const UPLOADS = amount({ full: 64, short: 40 })
const VAST_UPLOADS = amount({ full: 8, short: 4 })
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-memory-'))
endServerProcesses()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const { databaseUrl, signIn } = await createTestApp()

/** What of a process is in memory, in MB. */
function memoryOf(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(found?.[1] ?? 0) / 1024)
}

const [head = '', tail = ''] = form([{ bytes: '|', name: 'photo' }])
  .toString('latin1')
  .split('|')

/** Uploads a picture as a file of its own: what follows the end of a picture is not part of it. Holds no copy of it. */
const send = (port: number, headers: object, bytes: Buffer, n: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const upload = request({
      port,
      method: 'POST',
      path: '/api/media',
      headers: { ...headers, ...formType },
    })
    upload.on('error', reject).on('response', (reply) => reply.resume().on('end', () => resolve(reply.statusCode)))
    upload.write(head)
    upload.write(bytes)
    upload.end(`copy ${n}${tail}`)
  })

it.runIf(linux)(
  `${UPLOADS} uploads at once stay within ${MOST_MB} MB, and are all taken${whyNot}`,
  async () => {
    // Its memory is what is measured.
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, KEEP_START_MEMORY: undefined }
    const { child, ready } = startServerProcess(env)
    const port = await ready
    const pid = child.pid ?? 0
    const people = await Promise.all(Array.from({ length: 4 }, () => signIn('author')))
    const table: Record<string, unknown>[] = []

    async function uploadAll(what: string, bytes: Buffer, count: number) {
      let [peak, over] = [memoryOf(pid), false]
      const before = peak
      const watch = (async () => {
        for (; !over; await pause(20)) peak = Math.max(peak, memoryOf(pid))
      })()
      const start = performance.now()
      const statuses = await Promise.all(
        Array.from({ length: count }, (_, n) => send(port, people[n % people.length]!.headers, bytes, n)),
      )
      over = true
      await watch
      const seconds = Math.round((performance.now() - start) / 100) / 10
      const taken = statuses.filter((status) => status === 201).length
      table.push({ what, uploads: count, taken, MB: (bytes.length / 1024 / 1024).toFixed(1), seconds, before, peak })
      return { taken, peak, statuses }
    }

    // Few pixels: it is the bytes that so many of them hold.
    const small = await mosaic(1, 800, 600).png({ compressionLevel: 0 }).toBuffer()
    const heavy = Buffer.concat([small, Buffer.alloc(24 * 1024 * 1024 - small.length)])
    const vast = await mosaic(2, 8000, 6000).jpeg({ quality: 90 }).toBuffer()
    const bodies = await uploadAll('24 MB of bytes each', heavy, UPLOADS)
    const pixels = await uploadAll('48 megapixels each', vast, VAST_UPLOADS)
    console.table(table)
    expect([bodies.taken, pixels.taken]).toEqual([UPLOADS, VAST_UPLOADS])
    expect(Math.max(bodies.peak, pixels.peak)).toBeLessThan(MOST_MB)
  },
  300_000,
)
