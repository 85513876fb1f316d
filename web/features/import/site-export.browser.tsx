import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SiteExport as Export } from '#contract/site-exports.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SiteExport } from './site-export.tsx'

const ID = '00000000-0000-7000-8000-000000000001'
const run = (fields: Partial<Export> = {}): Export => ({
  id: ID,
  status: 'running',
  createdAt: new Date().toISOString(),
  createdBy: { id: ID, name: 'Ada' },
  finishedAt: null,
  versions: true,
  isPacking: false,
  done: 0,
  total: 0,
  fileName: 'copydesk-export-2026-11-24-0500.tar',
  bytes: null,
  until: null,
  host: 'web-1',
  isHere: false,
  code: null,
  ...fields,
})
const done = {
  status: 'done',
  finishedAt: new Date().toISOString(),
  bytes: 5 * 1024 * 1024,
  until: '2999-01-01T00:00:00.000Z',
  isHere: true,
} as const

type Answer = (config: InternalAxiosRequestConfig) => Promise<Blob>

function show(first: Export[] = [], download: Answer = async () => new Blob(['tar'])) {
  const asked: string[] = []
  const server = { items: first, looks: 0 }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const method = String(config.method).toUpperCase()
    if (config.url === '/api/session')
      return answer({ user: { id: ID, name: 'Ada', role: 'administrator' }, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (method !== 'GET') asked.push(`${method} ${config.url} ${config.data ?? ''}`.trim())
    if (method === 'DELETE') server.items = []
    if (config.url === '/api/exports' && method === 'POST') {
      server.items = [run()]
      return answer(run(), 202)
    }
    if (String(config.url).endsWith('/download')) return answer(await download(config))
    server.looks++
    return answer({ items: server.items })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <SiteExport />
    </QueryClientProvider>,
  )
  return { asked, server }
}
const section = page.getByRole('region', { name: 'Export all content' })

beforeEach(() => queryClient.clear())

test('all content is exported: with progress, then with size, who and until when, and a download', async () => {
  const { asked, server } = show()
  await section.getByRole('checkbox', { name: 'With earlier versions of articles' }).click()
  await section.getByRole('button', { name: 'Export all content' }).click()
  expect(asked).toEqual(['POST /api/exports {"versions":false}'])
  await expect.element(section.getByText('Waiting for the server to begin…')).toBeVisible()
  server.items = [run({ done: 320, total: 1000 })]
  await expect.element(section.getByText('Exporting 320 of about 1,000 items…')).toBeVisible()
  server.items = [run({ ...done, versions: false })]
  await expect.element(section.getByText('5 MB')).toBeVisible()
  await expect.element(page.getByText('The export is ready')).toBeVisible()
  await expect.element(section.getByText('without earlier versions')).toBeVisible()
  await expect.element(section.getByText(/^Kept until 1 Jan 2999|^Kept until Jan 1, 2999/)).toBeVisible()
  await section.getByRole('button', { name: /^Download copydesk-export/ }).click()
  await expect.poll(() => asked.at(-1)).toBe(`POST /api/exports/${ID}/download`)
  await section.getByRole('button', { name: /^Delete copydesk-export/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(section.getByRole('list')).not.toBeInTheDocument()
})

test('an export is cancelled, one that failed says why, and one on another machine where it is', async () => {
  const { asked, server } = show([run({ done: 1, total: 2, isPacking: true })])
  await expect.element(section.getByText('Packing the file…')).toBeVisible()
  await section.getByRole('button', { name: 'Cancel the export' }).click()
  expect(asked).toEqual([`DELETE /api/exports/${ID}`])
  await expect.element(section.getByRole('button', { name: 'Export all content' })).toBeVisible()
  server.items = [
    run({ status: 'failed', finishedAt: done.finishedAt, code: 'storage_full' }),
    run({ ...done, id: ID.replace(/1$/, '2'), isHere: false }),
  ]
  await queryClient.invalidateQueries()
  await expect.element(section.getByText(/^The disk of the server is full/)).toBeVisible()
  await expect.element(section.getByText('The file is not on this machine; it was made on web-1.')).toBeVisible()
  expect(section.getByRole('button', { name: /^Download/ }).elements()).toEqual([])
  // There is no file of it that could be missed.
  await section.getByRole('button', { name: /^Remove copydesk-export/ }).click()
  await expect.poll(() => asked).toEqual([`DELETE /api/exports/${ID}`, `DELETE /api/exports/${ID}`])
  await expect.element(section.getByRole('list')).not.toBeInTheDocument()
})

test('an export of someone who lost the right meanwhile does not tell the reader that their own role is the reason', async () => {
  show([run({ status: 'failed', finishedAt: done.finishedAt, code: 'forbidden' })])
  await expect
    .element(section.getByText('The account that started it may not export any more. Another administrator can.'))
    .toBeVisible()
  expect(section.getByText(/Your role/).elements()).toEqual([])
})

test('an export of someone else says whose it is, and asks before it is cancelled', async () => {
  const other = { id: ID.replace(/1$/, '9'), name: 'Grace' }
  const { asked } = show([run({ done: 1, total: 2, createdBy: other })])
  await expect.element(section.getByText('Started by Grace')).toBeVisible()
  await expect.element(section.getByText('Exporting 1 of about 2 items…')).toBeVisible()
  await section.getByRole('button', { name: 'Cancel the export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the export of Grace?' })
  await expect.element(dialog.getByText('What was exported so far is deleted. Grace can start it again.')).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel the export' }).click()
  await expect.poll(() => asked).toEqual([`DELETE /api/exports/${ID}`])
})

test('a download shows how far it is, and can be cancelled', async () => {
  const { asked } = show([run(done)], (config) => {
    config.onDownloadProgress?.({ loaded: 2 * 1024 * 1024, bytes: 0, lengthComputable: true, download: true } as never)
    return new Promise((_resolve, reject) => {
      const { signal } = config
      signal?.addEventListener?.('abort', () => reject(new CanceledError('cancelled', config)))
    })
  })
  await section.getByRole('button', { name: /^Download copydesk-export/ }).click()
  await expect.element(section.getByText('2 MB of 5 MB downloaded')).toBeVisible()
  await expect.element(section.getByRole('progressbar', { name: 'Progress of the download' })).toBeVisible()
  await section.getByRole('button', { name: /^Cancel the download/ }).click()
  await expect.element(section.getByRole('button', { name: /^Download copydesk-export/ })).toBeVisible()
  await expect.element(section.getByRole('progressbar')).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)
  expect(page.getByRole('region', { name: 'Messages (F8)' }).getByText(/./).elements()).toEqual([])
})

test('why an export was not started is not said any more while one is under way, nor after it', async () => {
  const { server } = show()
  const usual = httpClient.defaults.adapter as (config: InternalAxiosRequestConfig) => Promise<never>
  httpClient.defaults.adapter = async (config) => {
    if (config.method !== 'post') return usual(config)
    const data = { code: 'in_progress', title: '', status: 409, requestId: 'req-1' }
    throw new AxiosError('', undefined, config, null, { data, status: 409, statusText: '', headers: {}, config })
  }
  await section.getByRole('button', { name: 'Export all content' }).click()
  await expect.element(section.getByRole('alert')).toBeVisible()
  server.items = [run()]
  await queryClient.invalidateQueries()
  await expect.element(section.getByText('Waiting for the server to begin…')).toBeVisible()
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument()
  server.items = [run(done)]
  await expect.element(section.getByText('5 MB')).toBeVisible()
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument()
})

test('with nothing under way the server is asked again only when the next file is deleted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const { server } = show([
    run({ ...done, until: until(3) }),
    run({ ...done, id: ID.replace(/1$/, '2'), until: until(2) }),
  ])
  await expect.element(section.getByRole('listitem').first()).toBeVisible()
  const before = server.looks
  await vi.advanceTimersByTimeAsync(7_190_000)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(server.looks).toBe(before)
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => server.looks).toBe(before + 1)
})

test('on a phone a long name of a person and of a machine stay within their row', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const createdBy = { id: ID, name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren' }
  show([run({ ...done, createdBy, isHere: false, host: 'web-'.padEnd(60, '1') })])
  await expect.element(section.getByText(createdBy.name)).toBeVisible()
  const row = section.getByRole('listitem').element()
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
})
