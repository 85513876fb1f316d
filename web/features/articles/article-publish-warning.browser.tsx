import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { articleActionNames } from '#contract/article-actions.ts'
import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import type { Me } from '#contract/session.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleBanners } from './article-banners.tsx'
import { ArticleBar } from './article-bar.tsx'
import { ArticleFormContext } from './article-form-context.ts'
import { formWithoutServer } from './testing/article-form.ts'

const person = { id: '0198c0de-0000-7000-8000-00000000000b', name: 'Anna' }
const submitted = {
  ...emptyArticleFields,
  id: '0198c0de-0000-7000-8000-000000000001',
  version: 3,
  title: 'Bridge',
  slug: 'bridge',
  authors: [person.id],
  primaryCategory: person.id,
  body: '<p>Words</p><img src="/a.jpg" alt=""><figure><img src="/b.jpg" alt=""><figcaption>At night</figcaption></figure>',
  status: 'in_review',
  hasChanges: false,
  submission: { at: '2026-01-01T11:00:00.000Z', by: person, message: '' },
  changedBy: [],
  refs: { authors: [], categories: [], tags: [], media: [] },
  returned: null,
  returnNote: '',
  returnMissing: [],
  deletedAt: null,
  updatedAt: '2026-01-01T12:00:00.000Z',
  updatedBy: person,
  live: null,
  siteUrl: null,
  can: {
    ...Object.fromEntries(articleActionNames.map((name) => [name, false])),
    publish: true,
    return: true,
    write: true,
  },
} as unknown as Article

const rain = '0198c0de-0000-7000-8000-0000000000a1'
const snow = '0198c0de-0000-7000-8000-0000000000a2'
const gone = '0198c0de-0000-7000-8000-0000000000a3'
const albums: Record<string, object> = {
  [rain]: { id: rain, title: 'Rain', status: 'published', deletedAt: null },
  [snow]: { id: snow, title: 'Snow', status: 'draft', deletedAt: null },
}
const shown = (...ids: string[]) => `<p>Words</p>${ids.map((id) => `<div data-album="${id}"></div>`).join('')}`

function openArticle(body = submitted.body, given: Partial<Article> = {}) {
  const asked: string[] = []
  const jumps: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const url = String(config.url)
    asked.push(`${config.method} ${url}`)
    const album = url.split('/api/albums/')[1]
    if (album) {
      const reply = { data: albums[album], status: 200, statusText: '', headers: {}, config }
      if (reply.data) return reply
      const data = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', requestId: '1' }
      throw new AxiosError('404', AxiosError.ERR_BAD_REQUEST, config, null, { ...reply, status: 404, data })
    }
    const undo = url.endsWith('/publish') ? { id: crypto.randomUUID(), until: '2999-01-01T00:00:00.000Z' } : null
    const title = asked.filter((call) => call.endsWith('/publish')).length > 1 ? 'Bridge again' : 'Bridge'
    const me = { ...person, role: 'editor', locale: 'en', timeZone: 'UTC' }
    if (url.endsWith('/published')) {
      const { title, slug, authors, primaryCategory, refs } = submitted
      const data = {
        content: { ...emptyArticleFields, title, slug, authors, primaryCategory, body: '<p>Before</p>' },
        refs,
      }
      return { data, status: 200, statusText: '', headers: {}, config }
    }
    const data =
      url === '/api/session'
        ? { user: me, expiresAt: '2999-01-01T00:00:00.000Z' }
        : { ...submitted, body, ...given, title, version: 4, status: undo ? 'published' : 'draft', undo }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  const form = { ...formWithoutServer({ ...submitted, body, ...given }), me: { id: person.id } as Me }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleFormContext value={form}>
        <ArticleBar jumpTo={(field) => jumps.push(field)} openInspector={undefined} />
        <ArticleBanners />
      </ArticleFormContext>
    </QueryClientProvider>,
  )
  const published = () => asked.filter((call) => call.endsWith('/publish')).length
  return { asked, jumps, published, session: form.session }
}

beforeEach(() => queryClient.clear())

test('publishing names the pictures without alt text first, and can go on in spite of it', async () => {
  const { jumps, published } = openArticle()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect.element(page.getByText('Pictures in the text without alt text')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Picture 1' })).toBeVisible()
  expect(published()).toBe(0)
  await page.getByRole('button', { name: 'Picture 2: At night' }).click()
  expect(jumps).toEqual(['article-picture-/b.jpg'])
  await publish.click()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect.poll(published).toBe(1)
})

test('what is submitted for the first time is returned from its banner', async () => {
  const { asked } = openArticle()
  await page.getByRole('alert', { name: 'In review' }).getByRole('button', { name: 'Return to the writer…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What should change' }).fill('Longer, please.')
  await dialog.getByRole('button', { name: 'Return to the writer', exact: true }).click()
  await expect.poll(() => asked.filter((call) => call.endsWith('/return'))).toHaveLength(1)
})

test('publishing names the albums in the text that readers do not see, and can go on in spite of them', async () => {
  const { published } = openArticle(shown(snow, rain, gone, snow))
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect.element(page.getByText('Albums in the text that readers do not see')).toBeVisible()
  const named = page.getByRole('dialog').getByRole('link')
  await expect.element(named).toHaveTextContent('Snow')
  await expect.element(named).toHaveAttribute('href', `/jCore/album/${snow}`)
  await expect.element(page.getByText('An album that no longer exists')).toBeVisible()
  expect(published()).toBe(0)
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect.poll(published).toBe(1)
})

test('an article whose albums are published goes out without a question', async () => {
  const { published } = openArticle(shown(rain))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(published).toBe(1)
})

test('publishing what is scheduled is called publishing now', async () => {
  const { published } = openArticle(shown(rain), { status: 'scheduled', publishAt: '2999-01-01T00:00:00.000Z' })
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect.poll(published).toBe(1)
})

const colleague = { id: '0198c0de-0000-7000-8000-00000000000c', name: 'Clara' }
const live = { slug: 'bridge', title: 'Bridge', publishedAt: submitted.updatedAt, updatedAt: submitted.updatedAt }
const published = { status: 'published', hasChanges: true, submission: null, live } as const

test('changes that someone else wrote and did not submit are named before they go out', async () => {
  const opened = openArticle('<p>Words</p>', { ...published, changedBy: [person, colleague] })
  opened.session.showOthers([{ ...colleague, since: submitted.updatedAt, writing: false }])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect.element(page.getByText('Clara changed this and still has it open')).toBeVisible()
  await expect.element(page.getByText('Anna changed this')).not.toBeInTheDocument()
  expect(opened.published()).toBe(0)
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect.poll(opened.published).toBe(1)
})

test('one can look first at what would go out', async () => {
  const opened = openArticle('<p>Words</p>', { ...published, changedBy: [colleague] })
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Compare with what readers see' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Changes compared with what readers see' })).toBeVisible()
  expect(opened.published()).toBe(0)
})

test('who is writing is named before anything goes out, also what was submitted', async () => {
  const opened = openArticle('<p>Words</p>')
  opened.session.showOthers([{ ...colleague, since: submitted.updatedAt, writing: true }])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.element(page.getByText('Clara is writing now')).toBeVisible()
  expect(opened.published()).toBe(0)
})

test.each([
  ['one’s own changes', { ...published, changedBy: [person] }],
  [
    'changes that were submitted for review',
    { ...published, submission: submitted.submission, changedBy: [colleague] },
  ],
])('%s go out without a question', async (_what, given) => {
  const opened = openArticle('<p>Words</p>', given)
  opened.session.showOthers([{ ...colleague, since: submitted.updatedAt, writing: false }])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect.poll(opened.published).toBe(1)
})

test('publishing names the pasted pictures that are missing, and can go on in spite of them', async () => {
  const mark = (name: string, alt: string) => `<div data-missing-picture="${name}" data-alt="${alt}"></div>`
  const { jumps, published } = openArticle(`<p>Words</p>${mark('1.png', 'A pier')}${mark('2.png', '')}`)
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect.element(page.getByText('2 pasted pictures are missing')).toBeVisible()
  expect(published()).toBe(0)
  await expect.element(page.getByRole('button', { name: '2.png' })).toBeVisible()
  await page.getByRole('button', { name: '1.png: A pier' }).click()
  expect(jumps).toEqual(['article-missing-picture-0'])
  await publish.click()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect.poll(published).toBe(1)
})

test('what must be done comes first, then what is worth a look, each with how many', async () => {
  openArticle(undefined, { authors: [], primaryCategory: null })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const headings = page.getByRole('dialog').getByRole('heading')
  await expect
    .poll(() => headings.elements().map((heading) => heading.textContent))
    .toEqual(['Needed before publishing: 2', 'Worth checking: 2'])
  await expect.element(page.getByRole('button', { name: 'Publish as it is' })).not.toBeInTheDocument()
})

test('what was published in spite of its findings is not asked about again, until there is a new one', async () => {
  const id = '0198c0de-0000-7000-8000-000000000077'
  const body = '<p>Words</p><img src="/a.jpg" alt="">'
  const opened = openArticle(body, { id })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.element(page.getByText('Worth checking: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect.poll(opened.published).toBe(1)
  const again = page.getByRole('button', { name: 'Publish changes' })
  await again.click()
  await expect.poll(opened.published).toBe(2)
  const next = { ...submitted, id, version: 9, status: 'published', hasChanges: true } as const
  opened.session.accept({ ...next, body: `${body}<img src="/new.jpg" alt="">` })
  await again.click()
  await expect.element(page.getByText('Worth checking: 2')).toBeVisible()
  expect(opened.published()).toBe(2)
})

test('the pictures still on other sites can all be taken over from the list, long after the paste', async () => {
  const taken: string[] = []
  const card = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => card.remove())
  card.contentEditable = 'true'
  card.innerHTML = '<button data-take-over="all">Take over all 2</button>'
  card.querySelector('button')!.addEventListener('click', () => taken.push('all'))
  const outside = ['one', 'two'].map((name) => `<img src="https://docs.example/${name}.png" alt="A pier">`)
  const { published } = openArticle(`<p>Words</p>${outside.join('')}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take over all 2 pictures' }).click()
  expect(taken).toEqual(['all'])
  expect(published()).toBe(0)
})

test('only the last publication offers its undo: the one before could no longer be undone', async () => {
  const opened = openArticle('<p>Words</p>')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(opened.published).toBe(1)
  await expect.element(page.getByText('Published “Bridge”')).toBeVisible()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect.element(page.getByText('Published “Bridge again”')).toBeVisible()
  // At once, not when its time is over.
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(1)
})
