import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportRun } from '#contract/import.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ImportFailed } from './import-failure.tsx'
import { ImportStart } from './import-start.tsx'
import { ImportSums } from './import-sums.tsx'

const onServer = (children: ReactNode) =>
  showScreen(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>)

test('whoever chose another file reads which one is needed, without words of the server', async () => {
  const error = 'Line 1, column 1: the text from here on is not UTF-8. Nothing was imported.'
  onServer(<ImportFailed run={{ failure: 'other_file', error, fileKeptUntil: null } as ImportRun} />)
  await expect.element(page.getByText(/choose Tools → Export → All content/)).toBeVisible()
  expect(page.getByText(/UTF-8/).elements()).toEqual([])
})

test('whoever has to correct a file reads where and what, in words of the console', async () => {
  const failed = { failure: 'malformed_file', error: 'Line 6, column 12: undefined entity', fileKeptUntil: null }
  const fault = { code: 'unknown_entity', line: 6, column: 12, value: '' }
  onServer(<ImportFailed run={{ ...failed, fault } as ImportRun} />)
  await expect.element(page.getByText(/Line 6, column 12.*XML does not know this entity/)).toBeVisible()
  expect(page.getByText(/undefined entity/).elements()).toEqual([])
})

test('an import that was refused says why in words of the console', async () => {
  const failed = { failure: 'refused', error: 'The disk is full. Nothing was imported.', fileKeptUntil: null }
  onServer(<ImportFailed run={{ ...failed, problem: 'storage_full' } as ImportRun} />)
  await expect.element(page.getByText(/The server's disk is full/)).toBeVisible()
  expect(page.getByText(/Nothing was imported/).elements()).toEqual([])
})

test('an empty file is said to be empty, and is not sent', async () => {
  httpClient.defaults.adapter = async (config) => {
    const data = config.url === '/api/session' ? { user: { role: 'administrator' } } : { items: [] }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  onServer(<ImportStart />)
  await page.getByLabelText('Export file').upload(new File([], 'export.xml', { type: 'text/xml' }))
  await expect.element(page.getByText(/^This file is empty/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try the import' })).toBeDisabled()
})

test('terms of another kind are told by a name of their own', async () => {
  const sums = [{ kind: 'term: nav_menu', inFile: 6, created: 0, merged: 0, unchanged: 0, skipped: 6 }]
  onServer(<ImportSums run={{ sums, dryRun: true } as ImportRun} />)
  await expect.element(page.getByRole('rowheader', { name: 'Other terms (nav_menu)' })).toBeVisible()
})
