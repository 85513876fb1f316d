import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { AlbumEditPage } from '../../features/albums/edit/album-edit-page.tsx'
import { AuthorEditPage } from '../../features/authors/author-form.tsx'
import { MediaPanel } from '../../features/media/detail/media-panel.tsx'
import { signOut } from '../../features/session/session-api.ts'
import { TagEditPage } from '../../features/tags/tag-form.tsx'
import { ScreenContext } from '../../ui/screen.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { articleDrafts, formDrafts } from './draft-store.ts'

const id = '00000000-0000-7000-8000-00000000000a'
const other = '00000000-0000-7000-8000-00000000000b'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const copy = (at = daysAgo(0)) => ({ fields: { name: 'Typed since', place: other, count: 3 }, at })
let me = ''
let answer: { status: number; code: string } | 'offline'

beforeEach(() => {
  me = crypto.randomUUID()
  queryClient.clear()
  // What is asked again after a failure is a matter of `query-client.test.ts`; here it is only waited for.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
  httpClient.defaults.adapter = async (config) => {
    const reply = (status: number, data: unknown): AxiosResponse => ({
      data,
      status,
      statusText: '',
      headers: {},
      config,
    })
    if (config.method === 'delete') return reply(204, undefined)
    if (config.url === '/api/session')
      return reply(200, { user: { id: me, role: 'administrator', name: 'Kim', locale: 'en', timeZone: 'UTC' } })
    if (config.url === '/api/setup') return reply(200, { editorHomeUrl: '/editor/' })
    if (answer === 'offline') throw new AxiosError('cut', undefined, config)
    throw new AxiosError('refused', undefined, config, undefined, reply(answer.status, answer))
  }
})

const neighbours = {
  place: undefined,
  listed: undefined,
  successors: [],
  previous: undefined,
  next: undefined,
} as unknown as Parameters<typeof MediaPanel>[0]['neighbours']

type Place = { store: typeof formDrafts; key: (id: string) => string; screen: () => ReactNode; isOffered: boolean }
const places: Record<string, Place> = {
  tag: { store: formDrafts, key: (of) => `tag/${of}`, screen: () => <TagEditPage />, isOffered: true },
  author: { store: formDrafts, key: (of) => `author/${of}`, screen: () => <AuthorEditPage />, isOffered: true },
  album: { store: formDrafts, key: (of) => `album/${of}`, screen: () => <AlbumEditPage />, isOffered: true },
  'photo of an album': {
    store: formDrafts,
    key: (of) => `album/${of}/photo/${other}`,
    screen: () => <AlbumEditPage />,
    isOffered: true,
  },
  'media file': {
    store: formDrafts,
    key: (of) => `media/${of}`,
    screen: () => <MediaPanel id={id} neighbours={neighbours} onClose={() => {}} />,
    isOffered: false,
  },
}
const show = (screen: ReactNode) =>
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ScreenContext value={{ path: '/', search: '', params: { id }, navigate: () => {} }}>{screen}</ScreenContext>
    </QueryClientProvider>,
  )

for (const [noun, { store, key, screen, isOffered }] of Object.entries(places)) {
  test(`the draft of the ${noun} ${isOffered ? 'is offered' : 'goes'} when the server says that it does not exist any more`, async () => {
    answer = { status: 404, code: 'not_found' }
    for (const one of [id, other]) await store.keep(me, key(one), copy())
    await store.keep('someone else', key(id), copy())
    show(screen())
    if (isOffered) {
      const texts = page.getByRole('region', { name: 'Texts that were not saved' })
      await expect.element(texts.getByText('Typed since')).toBeVisible()
      const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
      await texts.getByRole('button', { name: 'Copy the text' }).click()
      expect(written.mock.calls).toEqual([['Typed since']])
      written.mockRestore()
      expect(await store.read(me, key(id))).toBeDefined()
      await texts.getByRole('button', { name: 'Discard it' }).click()
      await expect.element(texts).not.toBeInTheDocument()
    }
    await expect.poll(() => store.read(me, key(id))).toBeUndefined()
    expect(await store.read(me, key(other))).toBeDefined()
    expect(await store.read('someone else', key(id))).toBeDefined()
  })

  test.each([
    ['the server failed', { status: 503, code: 'busy' }],
    ['the network is away', 'offline'],
  ] as const)(`the draft of the ${noun} stays while %s`, async (_why, given) => {
    answer = given
    await store.keep(me, key(id), copy())
    show(screen())
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await store.read(me, key(id))).toBeDefined()
  })
}

test('signing out removes drafts of more than 30 days from this browser, whoever typed them, and no younger ones', async () => {
  for (const store of [formDrafts, articleDrafts])
    for (const who of [me, 'someone else']) {
      await store.keep(who, `old/${me}`, copy(daysAgo(31)))
      await store.keep(who, `young/${me}`, copy(daysAgo(29)))
    }
  await signOut()
  for (const store of [formDrafts, articleDrafts])
    for (const who of [me, 'someone else']) {
      await expect.poll(() => store.read(who, `old/${me}`)).toBeUndefined()
      expect(await store.read(who, `young/${me}`)).toBeDefined()
    }
})
