import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { EXPORT_KEPT_HOURS } from '#contract/site-exports.ts'
import type { Services } from '../../services.ts'
import { exportFolder } from './site-export-commands.ts'
import { findExport } from './site-export-queries.ts'

type Port = Pick<Services, 'db' | 'config'>

/** The folder that an export is written into, its file, and that file while it is being packed. */
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.tar(\.part)?)?$/

/** Forgets exports whose day is over, and removes what this machine has of those that are not wanted any more. */
export async function sweepSiteExports(services: Port): Promise<void> {
  const { db } = services
  await sql`delete from background_run where action = 'export'
    and finished_at < now() - make_interval(hours => ${EXPORT_KEPT_HOURS})`.execute(db)
  const folder = exportFolder(services)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = NAME.exec(name)?.[1]
    if (!id) continue
    const run = await findExport(db, id)
    const isNeeded = run && (run.status === 'running' || (run.status === 'done' && name === `${id}.tar`))
    if (!isNeeded) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const EVERY_MS = 3_600_000

/** Does so now and every hour, until `stop`. Not a job: that would be done on one of several machines, and each has its own folder. */
export function sweepSiteExportsHourly(
  services: Port,
  report: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const turn = () =>
    (running ??= sweepSiteExports(services)
      .catch(report)
      .finally(() => (running = undefined)))
  const timer = setInterval(() => void turn(), EVERY_MS)
  timer.unref()
  void turn()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
