import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
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

function show(first: Export[] = []) {
  const asked: string[] = []
  const server = { items: first }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const method = String(config.method).toUpperCase()
    if (method !== 'GET') asked.push(`${method} ${config.url} ${config.data ?? ''}`.trim())
    if (method === 'DELETE') server.items = []
    if (config.url === '/api/exports' && method === 'POST') {
      server.items = [run()]
      return answer(run(), 202)
    }
    return answer(String(config.url).endsWith('/download') ? new Blob(['tar']) : { items: server.items })
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
})
