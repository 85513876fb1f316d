import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PreviewLink } from '#contract/preview-links.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticlePreviewLinksDialog } from './article-preview-links-dialog.tsx'

const article = { id: '0190a1b2-0000-7000-8000-000000000001', title: 'Harbour' }
const link = (n: number, name: string, forWhom = ''): PreviewLink => ({
  name: forWhom,
  id: `0190a1b2-0000-7000-8000-00000000000${n}`,
  createdAt: '2026-03-01T09:00:00.000Z',
  createdBy: { id: article.id, name },
  expiresAt: `2026-03-0${n}T10:00:00.000Z`,
})

/** A server with preview links, at the place where calls leave the browser. */
function openDialog(links: PreviewLink[], origin = 'https://desk.example.com') {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const method = config.method ?? 'get'
    if (method !== 'get') asked.push(`${method} ${config.url} ${String(config.data ?? '')}`.trim())
    let data: unknown = { items: links }
    if (method === 'post') {
      links = [link(9, 'Edith'), ...links]
      data = { ...links[0], url: `${origin}/preview#secret` }
    }
    if (method === 'delete') {
      links = links.filter(({ id }) => !config.url?.endsWith(id))
      data = ''
    }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <ArticlePreviewLinksDialog article={article} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return asked
}

test('a link is made for the time chosen, shown once with a button to copy it, and listed', async () => {
  const asked = openDialog([])
  await expect.element(page.getByText('No one can see this article by a link.')).toBeVisible()
  const duration = page.getByRole('combobox', { name: 'The link works for' })
  await expect.element(duration).toHaveValue('7 days')
  await duration.click()
  await page.getByRole('option', { name: '30 days' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'New link' }))
    .toHaveValue('https://desk.example.com/preview#secret')
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect.element(page.getByText('This link works on this machine only')).not.toBeInTheDocument()
  await expect.element(page.getByText('Created by Edith')).toBeVisible()
  expect(asked).toEqual([`post /api/articles/${article.id}/preview-links {"hours":720,"name":""}`])
})

test('open links say who made them and when they end, and each can be revoked', async () => {
  const asked = openDialog([link(2, 'Mei'), link(3, 'Arno')])
  await expect.element(page.getByText('Created by Mei')).toBeVisible()
  await page.getByRole('button', { name: /Revoke the link that works until .*Mar 3/ }).click()
  const question = page.getByRole('dialog', { name: /Revoke the link that works until .*Mar 3/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: /Revoke the link that works until .*Mar 3/ }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('The preview link no longer works')).toBeVisible()
  await expect.element(page.getByText('Created by Arno')).not.toBeInTheDocument()
  await expect.element(page.getByText('Created by Mei')).toBeVisible()
  expect(asked).toEqual([`delete /api/articles/${article.id}/preview-links/${link(3, '').id}`])
})

test('links are told apart by whom they are for', async () => {
  const asked = openDialog([link(2, 'Mei', 'Maria, photographer'), link(3, 'Mei', 'The lawyers')])
  const list = page.getByRole('region', { name: 'Open links' })
  await expect.element(list.getByText('The lawyers')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the link for “Maria, photographer”' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke the link for “Maria, photographer”?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('The preview link for “Maria, photographer” no longer works')).toBeVisible()
  await expect.element(list.getByText('Maria, photographer')).not.toBeInTheDocument()
  const forWhom = page.getByRole('textbox', { name: 'For whom' })
  await forWhom.fill('Arno')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect.element(forWhom).toHaveValue('')
  expect(asked.at(-1)).toBe(`post /api/articles/${article.id}/preview-links {"hours":168,"name":"Arno"}`)
})

test('a link that only this machine can open says so', async () => {
  openDialog([], 'http://localhost:3000')
  await page.getByRole('button', { name: 'Create link' }).click()
  const note = page.getByRole('alert', { name: 'This link works on this machine only' })
  await expect.element(note.getByText(/http:\/\/localhost:3000, which no other/)).toBeVisible()
})
