import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { type ReactNode, useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Author } from '#contract/authors.ts'
import type { Media } from '#contract/media.ts'
import type { Tag } from '#contract/tags.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { useAlbum } from '../../features/albums/album-api.ts'
import { AlbumEditor } from '../../features/albums/edit/album-editor.tsx'
import { AuthorForm } from '../../features/authors/author-form.tsx'
import { CategoryTreePage } from '../../features/categories/category-tree-page.tsx'
import type { MediaForm } from '../../features/media/detail/media-form.ts'
import { MediaPanelBody } from '../../features/media/detail/media-panel-body.tsx'
import { TagForm } from '../../features/tags/tag-form.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'

type Item = Record<string, unknown> & { id: string; version: number }
type Form = {
  noun: string
  item: object
  show: (item: Item) => ReactNode
  /** Label and name of two texts. */
  text: readonly [string, string]
  other: readonly [string, string]
  save: string
  /** Makes the fields visible. */
  open?: () => Promise<unknown>
}
const actions = { publish: true, unpublish: true, archive: true, trash: true, restore: true, purge: true, write: true }
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const forms: Form[] = [
  {
    noun: 'tag',
    item: { name: 'Quay', colour: '', visibility: 'public', synonyms: [], similar: [], uses: 0 },
    show: (item) => <TagForm tag={item as unknown as Tag} readOnly={false} />,
    text: ['Description', 'description'],
    other: ['Name', 'name'],
    save: 'Save',
  },
  {
    noun: 'author',
    item: {
      displayName: 'Su',
      sortName: '',
      bio: '',
      avatar: null,
      email: '',
      links: [],
      jobTitle: '',
      user: null,
      account: null,
      hidden: false,
      uses: 0,
    },
    show: (item) => <AuthorForm author={item as unknown as Author} readOnly={false} />,
    text: ['Biography', 'bio'],
    other: ['Job title', 'jobTitle'],
    save: 'Save',
  },
  {
    noun: 'category',
    item: { name: 'Culture', parent: null, position: 0, own: 0, total: 0 },
    show: () => <CategoryTreePage />,
    text: ['Description', 'description'],
    other: ['Slug', 'slug'],
    save: 'Save texts',
    open: () => page.getByRole('gridcell', { name: /^Culture/ }).click(),
  },
  {
    noun: 'album',
    item: {
      title: 'Fair',
      eventDate: null,
      place: '',
      photographer: null,
      photographerName: null,
      cover: null,
      coverImage: null,
      status: 'draft',
      publishedAt: null,
      photos: 0,
      missingAlt: 0,
      missing: [],
      can: actions,
    },
    show: (item) => <LoadedAlbum id={item.id} />,
    text: ['Description', 'description'],
    other: ['Place', 'place'],
    save: 'Save',
  },
  {
    noun: 'media file',
    item: {
      alt: '',
      caption: '',
      credit: '',
      focalPoint: null,
      name: 'a.png',
      type: 'image/png',
      bytes: 68,
      width: 100,
      height: 80,
      url: pixel,
      thumb: pixel,
      variants: [],
      fileVersion: 1,
      capturedAt: null,
      uses: 0,
      duplicates: 0,
      can: { write: true, purge: false, needsPublisher: false },
    },
    show: (item) => <LoadedMedia item={item as unknown as Media} />,
    text: ['Caption', 'caption'],
    other: ['Credit', 'credit'],
    save: 'Save',
  },
]

function LoadedAlbum({ id }: { id: string }) {
  const album = useAlbum(id).data
  return album ? <AlbumEditor album={album} /> : null
}
function LoadedMedia({ item }: { item: Media }) {
  const form = useRef<MediaForm>(undefined)
  return <MediaPanelBody media={item} formRef={form} onGone={() => {}} />
}

/** A server with one item that several people write, and tabs of one browser in which its form is open. */
function openForm(form: Form) {
  let item = {
    id: crypto.randomUUID(),
    version: 1,
    slug: 'slug',
    description: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    updatedBy: null,
    deletedAt: null,
    ...form.item,
  } as unknown as Item
  let isOpen = true
  const user = { id: crypto.randomUUID(), role: 'administrator', name: 'Kim', locale: 'en', timeZone: 'UTC' }
  httpClient.defaults.adapter = async (config) => {
    // A tab that closes sends nothing any more.
    if (!isOpen) return new Promise(() => {})
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const path = String(config.url).split('?')[0]!
    if (path === '/api/session') return answer({ user })
    if (path.endsWith('/tree')) return answer({ items: [item], can: { write: true } })
    if (path.endsWith('/photos')) return answer({ items: [], version: item.version, next: null })
    if (config.method === 'get')
      return answer(path.endsWith(item.id) ? item : { items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25 })
    const { version, ...fields } = JSON.parse(String(config.data)) as Item
    if (version !== item.version) {
      const data = { code: 'stale_version', status: 409, title: '', type: '', current: item, changedBy: 'Ann' }
      throw new AxiosError('refused', undefined, config, undefined, { ...answer(data), status: 409 })
    }
    item = { ...item, ...fields, version: item.version + 1 } as unknown as Item
    return answer(item)
  }
  const show = () => {
    queryClient.clear()
    return showScreen(<QueryClientProvider client={queryClient}>{form.show(item)}</QueryClientProvider>)
  }
  let screen = show()
  return {
    stored: ([, name]: Form['text']) => item[name],
    colleague: ([, name]: Form['text'], text: string) =>
      (item = { ...item, [name]: text, version: item.version + 1, updatedBy: { id: user.id, name: 'Ann' } } as Item),
    /** The tab is closed, and the item opened again. */
    reopen: async (meanwhile = () => {}) => {
      isOpen = false
      window.dispatchEvent(new Event('pagehide'))
      screen.close()
      meanwhile()
      await new Promise((resolve) => setTimeout(resolve))
      isOpen = true
      screen = show()
      await form.open?.()
    },
  }
}
const field = ([label]: Form['text']) => page.getByRole('textbox', { name: label, exact: true })
const line = page.getByText(/^Unsaved text from .* is back in its fields\.$/)
const conflict = page.getByRole('alert').filter({ hasText: /(Ann|someone else) changed this too/ })
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()

for (const form of forms) {
  const begin = async () => {
    const all = openForm(form)
    await form.open?.()
    await field(form.text).fill('Mine')
    return all
  }

  test(`${form.noun}: unsaved text is back by itself, says so, and can be undone and brought back once more`, async () => {
    const { reopen, stored } = await begin()
    await reopen()
    await expect.element(field(form.text)).toHaveValue('Mine')
    await expect.element(line).toBeVisible()
    await press('Undo')
    await expect.element(field(form.text)).toHaveValue('')
    await expect.element(line).not.toBeInTheDocument()
    await page.getByRole('region', { name: 'Messages (F8)' }).getByRole('button', { name: 'Undo' }).click()
    await expect.element(field(form.text)).toHaveValue('Mine')
    await press('Undo')
    await reopen()
    await expect.element(field(form.text)).toHaveValue('')
    await expect.element(line).not.toBeInTheDocument()
    expect(stored(form.text)).toBe('')
  })

  test(`${form.noun}: unsaved text and a colleague’s newer text of another field are both saved`, async () => {
    const { reopen, stored, colleague } = await begin()
    await reopen(() => colleague(form.other, 'theirs'))
    await expect.element(field(form.text)).toHaveValue('Mine')
    await expect.element(field(form.other)).toHaveValue('theirs')
    await press(form.save)
    await vi.waitFor(() => expect(stored(form.text)).toBe('Mine'))
    expect(stored(form.other)).toBe('theirs')
    await expect.element(line).not.toBeInTheDocument()
  })

  for (const [choice, result] of [
    ['Use theirs', 'Theirs'],
    ['Keep mine', 'Mine'],
  ] as const)
    test(`${form.noun}: unsaved text and a colleague’s newer text of the same field are both shown: ${choice}`, async () => {
      const { reopen, stored, colleague } = await begin()
      await reopen(() => colleague(form.text, 'Theirs'))
      await expect.element(conflict.getByText('Theirs: Theirs')).toBeVisible()
      await expect.element(conflict.getByText('Yours: Mine')).toBeVisible()
      await press(form.save)
      await expect.element(conflict).toHaveFocus()
      expect(stored(form.text)).toBe('Theirs')
      await reopen()
      await expect.element(conflict.getByText('Yours: Mine')).toBeVisible()
      await conflict.getByRole('button', { name: choice }).click()
      await expect.element(field(form.text)).toHaveValue(result)
      if (result === 'Mine') await press(form.save)
      await vi.waitFor(() => expect(stored(form.text)).toBe(result))
      await expect.element(conflict).not.toBeInTheDocument()
    })

  test(`${form.noun}: a colleague who saves the same field while it is typed is not overwritten`, async () => {
    const { stored, colleague } = await begin()
    colleague(form.text, 'Theirs')
    colleague(form.other, 'theirs')
    await press(form.save)
    await expect.element(conflict.getByText('Theirs: Theirs')).toBeVisible()
    expect(stored(form.text)).toBe('Theirs')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await press(form.save)
    await vi.waitFor(() => expect(stored(form.text)).toBe('Mine'))
    expect(stored(form.other)).toBe('theirs')
  })
}
