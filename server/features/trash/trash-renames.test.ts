import { expect, it } from 'vitest'
import type { ListReply } from '#contract/list.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { createAlbumDesk } from '../albums/testing/albums.ts'

const { api, editor, author, administrator, createAlbum, addMedia, createArticle } = await createAlbumDesk()

const changes = async (q: string, who = administrator) =>
  (await api<ListReply<TrashItem>>(who, 'GET', `/api/trash?type=change&q=${encodeURIComponent(q)}`)).body.items
const undo = async ({ id }: { id: string }, who = administrator) =>
  (await api<{ results: TrashResults }>(who, 'POST', '/api/trash/restore', { items: [{ type: 'change', id }] })).body
    .results
type Named = { id: string; version: number; slug: string }

const nouns = [
  ['tag', '/api/tags', 'name', {}],
  ['author', '/api/authors', 'displayName', {}],
  ['category', '/api/categories', 'name', {}],
  ['album', '/api/albums', 'title', {}],
] as const

it.each(nouns)(
  'a renamed %s is called what it was again, with its address, if nothing changed it since',
  async (type, path, field) => {
    const first = `${type} before`
    const made = (await api<Named>(editor, 'POST', path, { [field]: first })).body
    const rename = async (name: string, more: object = {}) => {
      const { version } = (await api<Named>(editor, 'GET', `${path}/${made.id}`)).body
      const reply = await api<Named>(editor, 'PATCH', `${path}/${made.id}`, { version, [field]: name, ...more })
      expect(reply.status).toBe(200)
    }
    await rename(`${type} after`, { slug: `${type}-after`, description: undefined })
    const [one, ...others] = await changes(`${type} before`)
    expect(others).toEqual([])
    expect(one).toMatchObject({
      title: `${type} before → ${type} after`,
      change: { type, action: 'rename' },
      others: 0,
    })
    await rename(`${type} later`)
    expect(await undo(one!)).toMatchObject([{ ok: false, code: 'stale_version' }])
    // Last in, first out.
    const [latest] = await changes(`${type} later`)
    expect(await undo(latest!)).toMatchObject([{ ok: true, skipped: 0 }])
    expect(await undo(one!)).toMatchObject([{ ok: true, skipped: 0 }])
    const back = (await api<Named>(editor, 'GET', `${path}/${made.id}`)).body
    expect(back).toMatchObject({ [field]: first, slug: made.slug })
    expect(await changes(type)).toEqual([])
    const audit = await api<{ items: { action: string }[] }>(administrator, 'GET', `/api/audit?entity=${made.id}`)
    expect(audit.body.items?.[0]?.action ?? 'undo').toBe('undo')
  },
)

it('a name that another has by now does not come back, and the change stays', async () => {
  const made = (await api<Named>(editor, 'POST', '/api/tags', { name: 'Taken soon' })).body
  await api(editor, 'PATCH', `/api/tags/${made.id}`, { version: 1, name: 'Free now' })
  await api(editor, 'POST', '/api/tags', { name: 'taken soon' })
  const [step] = await changes('Taken soon')
  expect(await undo(step!)).toMatchObject([{ ok: false, code: 'name_taken' }])
  expect(await changes('Taken soon')).toHaveLength(1)
})

it('a name that is given back by hand leaves no change behind, and the one before can be undone', async () => {
  const made = (await api<Named>(editor, 'POST', '/api/tags', { name: 'First call' })).body
  let { version } = made
  for (const name of ['Second call', 'Third call', 'Second call']) {
    const edited = await api<Named>(editor, 'PATCH', `/api/tags/${made.id}`, { version, name })
    ;({ version } = edited.body)
  }
  const found = await changes('call')
  expect(found.map(({ title }) => title)).toEqual(['First call → Second call'])
  expect(await undo(found[0]!)).toMatchObject([{ ok: true, skipped: 0 }])
})

it('what changes no name is no change in this sense', async () => {
  const made = (await api<Named>(editor, 'POST', '/api/tags', { name: 'Only described' })).body
  await api(editor, 'PATCH', `/api/tags/${made.id}`, { version: 1, description: 'Words' })
  expect(await changes('Only described')).toEqual([])
})

it('the texts of one picture come back', async () => {
  const [id] = await addMedia(1, () => ({ name: 'Alone.jpg', alt: 'Before' }))
  await api(editor, 'PATCH', `/api/media/${id}`, { version: 1, alt: 'After' })
  const [step] = await changes('Alone')
  expect(step).toMatchObject({ change: { type: 'media', action: 'texts' }, others: 0 })
  expect(await undo(step!)).toMatchObject([{ ok: true }])
  expect((await api<{ alt: string }>(editor, 'GET', `/api/media/${id}`)).body.alt).toBe('Before')
})

it('an author finds the own renamed album, and no one else’s', async () => {
  const mine = await createAlbum({ title: 'Mine to name' }, author)
  await api(author, 'PATCH', `/api/albums/${mine.id}`, { version: mine.version, title: 'Mine to name again' })
  const other = await createAlbum({ title: 'Not mine to name' })
  await api(editor, 'PATCH', `/api/albums/${other.id}`, { version: other.version, title: 'Not mine to name again' })
  const found = await changes('to name', author)
  expect(found.map(({ title }) => title)).toEqual(['Mine to name → Mine to name again'])
  expect(await undo(found[0]!, author)).toMatchObject([{ ok: true }])
})

it('decisions about search terms are listed for those who may decide', async () => {
  const { id } = await createArticle({ status: 'published' })
  await api(editor, 'POST', '/api/search-rank/pins', { term: 'harbour', articles: [id] })
  expect(await changes('harbour', author)).toEqual([])
  const [step] = await changes('harbour')
  expect(step).toMatchObject({ title: 'harbour', change: { type: 'searchTerm', action: 'pin' } })
  expect(await undo(step!)).toMatchObject([{ ok: true }])
  expect(await changes('harbour')).toEqual([])
})

it('pins and burials of what is hot are listed, and undone if no one decided since', async () => {
  const { id, title } = await createArticle({ status: 'published', title: 'Hot one' })
  const other = await createArticle({ status: 'published', title: 'Hot two' })
  const hot = async () =>
    (await api<{ items: { id: string; pinned: boolean; buried: boolean }[] }>(editor, 'GET', '/api/hot')).body.items
  const stateOf = async (one = id) => {
    const found = (await hot()).find((item) => item.id === one)
    return found ? [found.pinned, found.buried] : undefined
  }
  const pinned = await api<{ undo: { id: string } }>(editor, 'POST', `/api/hot/${id}/pin`, {})
  expect(pinned.status).toBe(200)
  expect(await stateOf()).toEqual([true, false])
  await api(editor, 'POST', `/api/hot/${id}/bury`, {})
  const steps = (await changes(title)).filter(({ change }) => change?.type === 'hot')
  expect(steps.map(({ change }) => change?.action)).toEqual(['hotBury', 'hotPin'])
  expect(await undo(steps[1]!)).toMatchObject([{ ok: false, code: 'stale_version' }])
  expect(await undo(steps[0]!)).toMatchObject([{ ok: true }])
  expect(await stateOf()).toEqual([true, false])
  await api(editor, 'POST', `/api/hot/${other.id}/pin`, {})
  expect((await hot()).filter((item) => item.pinned).map((item) => item.id)).toEqual([other.id, id])
  await api(editor, 'POST', `/api/hot/${id}/move`, { place: 1 })
  const [moved] = await changes(title)
  expect(moved).toMatchObject({ change: { action: 'hotMove' } })
  expect(await undo(moved!)).toMatchObject([{ ok: true }])
  expect((await hot()).filter((item) => item.pinned).map((item) => item.id)).toEqual([other.id, id])
  await api(editor, 'POST', `/api/hot/${id}/clear`)
  const [cleared] = await changes(title)
  expect(await undo(cleared!)).toMatchObject([{ ok: true }])
  expect((await hot()).filter((item) => item.pinned).map((item) => item.id)).toEqual([other.id, id])
  await api(editor, 'POST', `/api/undo/${pinned.body.undo.id}`)
  expect((await stateOf())?.[0] ?? false).toBe(false)
  expect((await changes('Hot one')).filter(({ change }) => change?.type === 'hot')).toEqual([])
})
