import { getAdapter } from 'axios'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import { httpClient } from '../../../api/http-client.ts'
import { storeToken } from '../../../api/session-token.ts'
import { anAlbum } from '../../albums/testing/album-server.tsx'
import { MediaListPage } from './media-list-page.tsx'
import { aPicture, openLibrary, show } from '../testing/library.tsx'

beforeEach(() => storeToken('a token'))

const UNDO = '00000000-0000-7000-8000-00000000aaaa'

/** The library beside a server with albums; `present`: what the album holds already. */
async function openPage(layout: 'grid' | 'table', { role = 'editor' as Role, present = [] as string[] } = {}) {
  localStorage.setItem('copydesk.layout', layout)
  const pictures = ['a.png', 'b.png', 'c.png'].map((name) => aPicture(name))
  const albums = [
    anAlbum({ title: 'Spring fair' }),
    anAlbum({ title: 'Readers see this one', can: { ...anAlbum().can, write: false, needsPublisher: true } }),
  ]
  openLibrary(pictures, role)
  const library = getAdapter(httpClient.defaults.adapter)
  const added: { album: string; media: string[] }[] = []
  const undone: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const [path = ''] = String(config.url).split('?')
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (path === '/api/albums' && config.method === 'post') {
      const made = anAlbum({ title: (JSON.parse(String(config.data)) as { title: string }).title })
      albums.push(made)
      return answer(made)
    }
    if (path === '/api/albums')
      return answer({ items: albums, total: albums.length, totalIsExact: true, page: 1, pageSize: 50 })
    if (path.startsWith('/api/undo/')) {
      undone.push(path)
      return answer({ restored: 1, skipped: 0, left: [] })
    }
    const album = albums.find(({ id }) => path === `/api/albums/${id}/photos`)
    if (!album) return library(config)
    const { media } = JSON.parse(String(config.data)) as { media: string[] }
    added.push({ album: album.title, media })
    const fresh = media.filter((id) => !present.includes(id))
    const old = media.filter((id) => present.includes(id))
    const undo = fresh.length > 0 ? { id: UNDO, until: '2999-01-01T00:00:00.000Z' } : null
    return answer({ album, undo, added: fresh.map((id) => ({ id })), present: old })
  }
  show(<MediaListPage />)
  await expect.element(page.getByRole('link', { name: 'a.png', exact: true })).toBeVisible()
  return { pictures, added, undone, present }
}

const choose = (name: string) => page.getByRole('checkbox', { name: `Select “${name}”`, exact: true }).click()
const bar = page.getByRole('group', { name: 'Selected rows' })
const picker = (name: string) => page.getByRole('dialog', { name })

test('chosen pictures are added to an album, in their order, and undone', async () => {
  const { pictures, added, undone } = await openPage('grid')
  await choose('a.png')
  await choose('c.png')
  await bar.getByRole('button', { name: 'Add to album…' }).click()
  const dialog = picker('Add 2 pictures to an album')
  await expect.element(dialog.getByRole('button', { name: /Readers see this one/ })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /Spring fair/ }).click()
  await expect.element(page.getByText('Added to “Spring fair”: 2 pictures')).toBeVisible()
  expect(added).toEqual([{ album: 'Spring fair', media: [pictures[0]!.id, pictures[2]!.id] }])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Open the album' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => undone).toEqual([`/api/undo/${UNDO}`])
})

test('one picture is added from its row; what the album holds already is said', async () => {
  const { pictures, present } = await openPage('table')
  present.push(pictures[1]!.id)
  await page.getByRole('button', { name: 'Actions for “b.png”' }).click()
  await page.getByRole('menuitem', { name: 'Add to album…' }).click()
  await picker('Add 1 picture to an album')
    .getByRole('button', { name: /Spring fair/ })
    .click()
  await expect.element(page.getByText('Already in “Spring fair”: 1 picture')).toBeVisible()
})

test('a new album is made on the spot and gets the pictures', async () => {
  const { pictures, added } = await openPage('grid')
  await choose('b.png')
  await bar.getByRole('button', { name: 'Add to album…' }).click()
  await picker('Add 1 picture to an album').getByRole('button', { name: 'New album' }).click()
  await picker('New album').getByRole('textbox', { name: 'Title' }).fill('Harvest')
  await picker('New album').getByRole('button', { name: 'Create the album' }).click()
  await expect.element(page.getByText('Added to “Harvest”: 1 picture')).toBeVisible()
  expect(added).toEqual([{ album: 'Harvest', media: [pictures[1]!.id] }])
})

test('whoever may not write albums is not offered it', async () => {
  await openPage('table', { role: 'ad_manager' })
  await page.getByRole('button', { name: 'Actions for “b.png”' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Download' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Add to album…' })).not.toBeInTheDocument()
})
