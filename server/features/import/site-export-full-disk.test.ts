import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { SiteExport } from '#contract/site-exports.ts'
import { createTestApp } from '../../testing/app.ts'
import { form, formType } from '../media/testing/form.ts'

const { app, db, services, signIn, runJobs } = await createTestApp()
const { headers } = await signIn('administrator')
const noise = sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
const { bytes } = (
  await app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...headers, ...formType },
    payload: form([{ bytes: await noise.png().toBuffer() }]),
  })
).json<Media>()
const disk = join(services.config.dataDir, 'exports')
mkdirSync(disk)
// Room for the content once and a half.
const size = Math.round(bytes * 1.5) + 100_000
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0
const whyNot = small ? '' : ' (left out: only root on Linux can make a small disk)'
afterAll(() => {
  if (small) execFileSync('umount', [disk])
})

it.runIf(small)(
  `an export that fills the disk while it is packed says so, and leaves nothing behind${whyNot}`,
  async () => {
    // Else it would not begin.
    await db.updateTable('media').set({ bytes: 1 }).execute()
    await app.inject({ method: 'POST', url: '/api/exports', headers, payload: { versions: false } })
    await runJobs()
    const { items } = (await app.inject({ url: '/api/exports', headers })).json<{ items: SiteExport[] }>()
    expect(items).toMatchObject([{ status: 'failed', code: 'storage_full', isPacking: true, bytes: null }])
    expect(readdirSync(disk)).toEqual([])
  },
)
