import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Author } from '#contract/authors.ts'
import type { Tag } from '#contract/tags.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuthorForm } from '../authors/author-form.tsx'
import { TagForm } from '../tags/tag-form.tsx'

const shared = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  version: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-03-01T09:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  slug: 'harbour',
  uses: 2,
}
const tag: Tag = {
  ...shared,
  name: 'Harbour',
  description: '',
  colour: '',
  visibility: 'public',
  synonyms: [],
  lastUsedAt: null,
  similar: [],
}
const author = {
  ...shared,
  displayName: 'Harbour',
  sortName: '',
  bio: '',
  avatar: null,
  email: '',
  links: [],
  jobTitle: '',
  user: null,
  account: null,
  hidden: false,
} as unknown as Author

test.each([
  { noun: 'tag', key: 'name', form: <TagForm tag={tag} readOnly={false} />, item: tag, text: 'Description' },
  {
    noun: 'author',
    key: 'displayName',
    form: <AuthorForm author={author} readOnly={false} />,
    item: author,
    text: 'Biography',
  },
])('renaming a $noun can be undone, also after its form was saved again', async ({ key, form, item, text }) => {
  let stored: Record<string, unknown> & { version: number } = { ...item }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (config.url === '/api/session') return answer({ user: { id: shared.id, role: 'editor', name: 'Kim' } })
    if (config.method !== 'patch') return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25 })
    const { version, ...fields } = JSON.parse(String(config.data)) as typeof stored
    expect(version).toBe(stored.version)
    stored = { ...stored, ...fields, version: version + 1 }
    return answer(stored)
  }
  queryClient.clear()
  showScreen(<QueryClientProvider client={queryClient}>{form}</QueryClientProvider>)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await name.fill('Quay')
  await save.click()
  await expect.element(page.getByText('Renamed “Harbour” to “Quay”')).toBeVisible()
  await page.getByRole('textbox', { name: text }).fill('By the water')
  await save.click()
  await expect.element(page.getByText('Saved: Quay')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(name).toHaveValue('Harbour')
  expect(stored[key]).toBe('Harbour')
  await expect.element(page.getByRole('textbox', { name: text })).toHaveValue('By the water')
})
