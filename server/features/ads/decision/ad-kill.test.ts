import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { DecidedAd, DecidedPlacement } from '#contract/ad-delivery.ts'
import { endServerProcesses, startServerProcess } from '../../../testing/server-process.ts'
import { BROWSER } from '../../events/testing/readers.ts'
import { createAdSite } from './testing/site.ts'

const site = await createAdSite()
const { createAd, createPlacement, countsOf, databaseUrl, pool } = site
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-ad-kill-'))
endServerProcesses()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const CAP = 400
const CALLS_A_SECOND = 200
const SECONDS = 4

type Process = { url: string; alive: boolean; kill: () => void }
async function startProcess(): Promise<Process> {
  // Readers come from many addresses.
  const server = startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.1' })
  const url = `http://127.0.0.1:${await server.ready}`
  const process: Process = { url, alive: true, kill: () => {} }
  process.kill = () => {
    process.alive = false
    server.child.kill('SIGKILL')
  }
  return process
}

it('D6 kill -9 of one of 4 processes: only its requests in flight fail, no acknowledged impression is lost, no cap exceeded', async () => {
  const place = await createPlacement({ key: 'kill' })
  const goal = { kind: 'impressions', amount: CAP }
  const ad = await createAd({ status: 'approved', placements: [place.id], goal, pacing: 'asap' })
  const filler = await createAd({ status: 'approved', placements: [place.id], priority: 0 })
  const processes = await Promise.all([1, 2, 3, 4].map(startProcess))
  let inFlightAtKill = new Set<number>()
  const inFlight = new Map<number, Process>()
  const failed: { call: number; at: string; error: string }[] = []
  const shown: DecidedAd[] = []
  const acknowledged: DecidedAd[] = []

  async function call(number: number): Promise<void> {
    const there = processes.filter(({ alive }) => alive)
    const process = there[number % there.length]!
    const headers = {
      'user-agent': BROWSER,
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
    }
    inFlight.set(number, process)
    try {
      const reply = await fetch(`${process.url}/content/v1/ads/decision?placement=kill`, { headers })
      if (!reply.ok) throw new Error(String(reply.status))
      const decided = ((await reply.json()) as { items: DecidedPlacement[] }).items[0]?.ad
      if (!decided) return
      shown.push(decided)
      const { id, placement, impression } = decided
      const events = [{ type: 'impression', ad: id, placement, impression }]
      const reported = await fetch(`${process.url}/content/v1/events`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ events }),
      })
      if (reported.status !== 202) throw new Error(String(reported.status))
      acknowledged.push(decided)
    } catch (error) {
      failed.push({ call: number, at: process.url, error: String(error) })
    } finally {
      inFlight.delete(number)
    }
  }

  const calls: Promise<void>[] = []
  const total = CALLS_A_SECOND * SECONDS
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (calls.length === total / 2) {
        const victim = processes[0]!
        inFlightAtKill = new Set([...inFlight].flatMap(([number, process]) => (process === victim ? [number] : [])))
        victim.kill()
      }
      calls.push(call(calls.length))
      if (calls.length < total) return
      clearInterval(timer)
      resolve()
    }, 1000 / CALLS_A_SECOND)
  })
  await Promise.all(calls)

  expect(failed.filter(({ call: number }) => !inFlightAtKill.has(number))).toEqual([])
  const ofAd = (list: readonly DecidedAd[]) => list.filter(({ id }) => id === ad.id).length
  expect(ofAd(shown)).toBeLessThanOrEqual(CAP)
  expect(ofAd(shown)).toBeGreaterThan(CAP / 2)
  const counted = await countsOf(ad)
  expect(counted.impressions).toBeGreaterThanOrEqual(ofAd(acknowledged))
  expect(counted.impressions).toBeLessThanOrEqual(CAP)
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct impression) as count from reader_event where kind = 4 and ad = any($1)',
    [[ad.id, filler.id]],
  )
  expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(acknowledged.length)
}, 180_000)
