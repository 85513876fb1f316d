import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { CodesDialog } from '../second-step/codes-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Where a click closes other dialogs. */
const clickBeside = () =>
  userEvent.click(document.querySelector<HTMLElement>('.mantine-Modal-overlay')!, { position: { x: 4, y: 4 } })
const show = (dialog: ReactNode) => showScreen(<QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>)

test('a key that was just made, which is shown this once, stays until its dialog is closed on purpose', async () => {
  httpClient.defaults.adapter = async (config) => ({
    data: config.method === 'post' ? { id: '1', name: 'Website', key: 'cdk_secret' } : { items: [] },
    status: 200,
    statusText: '',
    headers: {},
    config,
  })
  const onClose = vi.fn()
  show(<NewKeyDialog onClose={onClose} />)
  await page.getByRole('textbox', { name: 'Name' }).fill('Website')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('cdk_secret')
  await clickBeside()
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('recovery codes stay until the person says that they are saved', async () => {
  const onClose = vi.fn()
  show(<CodesDialog codes={['abcd-efgh', 'ijkl-mnop']} onClose={onClose} />)
  await expect.element(page.getByText('abcd-efgh')).toBeVisible()
  await clickBeside()
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'I saved them' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})
