import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { DecidedAd, DecidedPlacement } from '#contract/ad-delivery.ts'
import { endServerProcesses, startServerProcess } from '../../../testing/server-process.ts'
import { BROWSER } from '../../events/testing/readers.ts'
import { createAdSite } from './testing/site.ts'
import { amount } from '../../../testing/amount.ts'

const site = await createAdSite()
const { createAd, createPlacement, countsOf, databaseUrl, pool } = site
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-ad-kill-'))
endServerProcesses(afterAll)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const PROCESSES = amount({ full: 4, short: 3 })
const MANY = amount({ full: 1000, short: 400 })
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

/** The second test kills one of them, and is the last. */
const processes = await Promise.all(Array.from({ length: PROCESSES }, startProcess))
/** Each call comes from another reader. */
const headersOf = (number: number) => ({
  'user-agent': BROWSER,
  'content-type': 'application/json',
  'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
})

async function decide({ url }: Process, placement: string, number: number): Promise<DecidedAd | undefined> {
  const reply = await fetch(`${url}/content/v1/ads/decision?placement=${placement}`, { headers: headersOf(number) })
  if (!reply.ok) throw new Error(String(reply.status))
  return ((await reply.json()) as { items: DecidedPlacement[] }).items[0]?.ad ?? undefined
}

it('a cap is reached and never exceeded by 64 callers on several processes', async () => {
  const place = await createPlacement({ key: 'cap' })
  const goal = { kind: 'impressions', amount: MANY }
  const ad = await createAd({ status: 'approved', placements: [place.id], goal, pacing: 'asap' })
  let calls = 1 << 16
  let shown = 0
  const ask = async (process: Process) => {
    const decided = await decide(process, 'cap', calls++)
    if (decided?.id === ad.id) shown++
    return decided
  }
  // Each process has heard of the ad.
  for (const process of processes) await expect.poll(() => ask(process), { timeout: 10_000 }).toBeDefined()
  const last = calls + 2 * MANY
  const caller = async () => {
    while (calls < last) await ask(processes[calls % processes.length]!)
  }
  await Promise.all(Array.from({ length: 64 }, caller))
  expect(shown).toBeLessThanOrEqual(MANY)
  expect(shown).toBeGreaterThan(MANY * 0.9)
}, 120_000)

it('D6 kill -9 of one of several processes: only its requests in flight fail, no acknowledged impression is lost, no cap exceeded', async () => {
  const place = await createPlacement({ key: 'kill' })
  const goal = { kind: 'impressions', amount: CAP }
  const ad = await createAd({ status: 'approved', placements: [place.id], goal, pacing: 'asap' })
  const filler = await createAd({ status: 'approved', placements: [place.id], priority: 0 })
  let inFlightAtKill = new Set<number>()
  const inFlight = new Map<number, Process>()
  const failed: { call: number; at: string; error: string }[] = []
  const shown: DecidedAd[] = []
  const acknowledged: DecidedAd[] = []

  async function call(number: number): Promise<void> {
    const there = processes.filter(({ alive }) => alive)
    const process = there[number % there.length]!
    inFlight.set(number, process)
    try {
      const decided = await decide(process, 'kill', number)
      if (!decided) return
      shown.push(decided)
      const { id, placement, impression } = decided
      const events = [{ type: 'impression', ad: id, placement, impression }]
      const reported = await fetch(`${process.url}/content/v1/events`, {
        method: 'POST',
        headers: headersOf(number),
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
