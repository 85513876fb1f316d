import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Backup, Backups } from '#contract/backups.ts'
import { httpClient } from '../../../api/http-client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showScreen } from '../../../ui/testing/show-screen.tsx'
import { BackupSection } from './backup-section.tsx'

beforeEach(() => queryClient.clear())

const at = '2026-05-01T02:00:00.000Z'
const backup = (n: number, fields: Partial<Backup> = {}): Backup => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  kind: 'schedule',
  state: 'done',
  startedAt: at,
  finishedAt: at,
  bytes: 5_000_000,
  rows: 1000,
  files: 20,
  missingFiles: 0,
  fileName: `copydesk-${n}.backup`,
  host: 'web-1',
  failure: null,
  error: '',
  verified: 'passed',
  verifiedAt: at,
  verifyFailure: null,
  verifyDetail: '',
  createdBy: null,
  isHere: true,
  ...fields,
})

/** A server with these backups, at the place where calls leave the browser. */
function openSection(items: Backup[], fields: Partial<Backups> = {}) {
  let plan = { enabled: true, hour: 2, keep: 7, version: 1, updatedBy: null }
  const calls: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const [method, url] = [String(config.method).toUpperCase(), String(config.url)]
    if (method !== 'GET') calls.push(`${method} ${url}`)
    if (method === 'PUT')
      return answer((plan = { ...plan, ...JSON.parse(String(config.data)), version: plan.version + 1 }))
    if (method !== 'GET') return answer('', 204)
    return answer({
      plan,
      nextAt: null,
      isWaiting: false,
      isEncrypted: false,
      folder: '/data/backups',
      items,
      ...fields,
    })
  }
  const screen = showScreen(
    <QueryClientProvider client={queryClient}>
      <BackupSection />
    </QueryClientProvider>,
  )
  return { screen, calls }
}

const failed = { state: 'failed', bytes: null, verified: 'no', isHere: false } as const
const rows = () => page.getByRole('list', { name: 'Backups' }).getByRole('listitem')

test('each backup says whether it can be restored, and if not, why', async () => {
  openSection([
    backup(1),
    backup(2, {
      verified: 'not_possible',
      verifyFailure: 'no_right',
      verifyDetail: 'permission denied to create database',
    }),
    backup(3, {
      verified: 'failed',
      verifyFailure: 'damaged',
      verifyDetail: 'The backup is damaged: a cannot be read.',
    }),
    backup(4, { ...failed, failure: 'no_folder', error: "EACCES: permission denied, mkdir '/backups'" }),
    backup(5, { ...failed, error: 'Recorded before there were codes' }),
  ])
  await expect.element(rows().nth(0)).toMatchTextContent(/Verified.*copydesk-1\.backup.*4\.8 MB/)
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/Not verified.*may not create databases.*permission denied to create database/)
  await expect.element(rows().nth(2)).toMatchTextContent(/Unusable.*The file is damaged or was cut short/)
  await expect.element(rows().nth(3)).toMatchTextContent(/Failed.*Set BACKUP_DIR to one.*EACCES: permission denied/)
  await expect.element(rows().nth(4)).toMatchTextContent(/Failed.*Recorded before there were codes/)
  await expect.element(page.getByText('Every day at 02:00 UTC; the newest 7 are kept.')).toBeVisible()
})

test('the plan says when the next backup is made', async () => {
  openSection([backup(1)], { nextAt: new Date(Date.now() + 30.5 * 60_000).toISOString() })
  await expect.element(page.getByText('Next backup: in 30 min.')).toBeVisible()
})

test('a backup is made at once, and not a second one beside it', async () => {
  const { calls } = openSection([])
  await userEvent.click(page.getByRole('button', { name: 'Back up now' }))
  await expect.poll(() => calls).toEqual(['POST /api/backups'])
})

test('while one is under way there is no other', async () => {
  openSection([backup(1, { state: 'running', bytes: null, verified: 'no' })])
  await expect.element(rows().first()).toMatchTextContent('Under way')
  await expect.element(page.getByRole('button', { name: 'Back up now' })).toBeDisabled()
})

test('the plan is changed in a dialog, and a wrong number is told beside its field', async () => {
  const { calls } = openSection([backup(1)])
  await userEvent.click(page.getByRole('button', { name: 'Plan…' }))
  const keep = page.getByRole('textbox', { name: 'How many are kept' })
  await userEvent.fill(keep, '0')
  await expect.element(page.getByText('A number from 1 to 365')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.fill(keep, '30')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('Every day at 02:00 UTC; the newest 30 are kept.')).toBeVisible()
  expect(calls).toEqual(['PUT /api/backups/plan'])
})

test('deleting asks first and says what becomes of the file', async () => {
  const { calls } = openSection([backup(1)])
  await userEvent.click(page.getByRole('button', { name: 'Actions for “copydesk-1.backup”' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete…' }))
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Its file is deleted, too.')
  expect(calls).toEqual([])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await expect.poll(() => calls).toEqual([`DELETE /api/backups/${backup(1).id}`])
})
