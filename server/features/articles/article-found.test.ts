import { describe, expect, it } from 'vitest'
import type { ArticleFound, ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { createDesk } from './testing/desk.ts'

const { api, editor, author, viewer, adManager, createArticle } = await createDesk()
const page = async (q: string, who = editor) =>
  (await api<ListReply<ArticleSummary>>(who, 'GET', `/api/articles?${new URLSearchParams({ q }).toString()}`)).body
    .items
/** `{ title: 'place: text with [words]' }` */
const found = async (q: string, who = editor) =>
  Object.fromEntries((await page(q, who)).map(({ title, found: where }) => [title, where && said(where)]))
function said({ in: place, text, marks }: ArticleFound) {
  let [line, done] = [`${place}: `, 0]
  for (const { from, to } of marks) {
    line += `${text.slice(done, from)}[${text.slice(from, to)}]`
    done = to
  }
  return line + text.slice(done)
}
const tagged = async (name: string) => [(await api<{ id: string }>(editor, 'POST', '/api/tags', { name })).body.id]
const long = 'Nothing of the kind is said here. '.repeat(20)

describe('a row says where the words are that its title does not show', async () => {
  const tags = await tagged('Bridges')
  await createArticle({ title: 'The bridge reopens', body: '<p>bridge</p>' })
  await createArticle({ title: 'Drawbridges', body: '<p>A bridge that opens</p>' })
  await createArticle({ title: 'Ferries', excerpt: 'Until the Bridge opens.', body: '<p>bridge</p>' })
  await createArticle({
    title: 'Tolls',
    body: `<p>${long}</p><p>Over the <b>old bridge</b> &amp; back, a &lt;toll&gt;.</p><p>${long}</p>`,
  })
  await createArticle({ title: 'Crossings', body: '<p>No bridge.</p>', tags })
  await createArticle({
    title: 'Links',
    body: '<p>See <a href="https://example.org/bridge">here</a>, there is a bridge.</p>',
  })

  it('in the summary, a tag, or the text', async () =>
    expect(await found('bridge')).toEqual({
      'The bridge reopens': undefined,
      Drawbridges: undefined,
      Ferries: 'excerpt: Until the [Bridge] opens.',
      Tolls: expect.stringMatching(/^body: … .* Over the old \[bridge\] & back, a <toll>\. .* …$/),
      Crossings: 'tags: [Bridges]',
      Links: 'body: See here, there is a [bridge].',
    }))

  it('an extract is short', async () => {
    const texts = (await page('bridge')).flatMap((item) => item.found?.text ?? [])
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(160)
  })

  it('a list that is not searched says nothing', async () => {
    const { body } = await api<ListReply<ArticleSummary>>(editor, 'GET', '/api/articles')
    expect(body.items.filter((item) => 'found' in item)).toEqual([])
  })
})

describe('of several words', async () => {
  await createArticle({ title: 'The old lighthouse', body: '<p>A keeper lives there, with his parrot.</p>' })
  await createArticle({ title: 'Islands', body: `<p>A lighthouse. ${long} The keeper waves.</p>` })

  it('those are told that the title lacks', async () =>
    expect(await found('lighthouse keeper')).toEqual({
      'The old lighthouse': 'body: A [keeper] lives there, with his parrot.',
      Islands: expect.stringMatching(/^body: A \[lighthouse\]\. .* … .*The \[keeper\] waves\.$/),
    }))

  it('the extract is about those that the title lacks', async () => {
    await createArticle({
      title: 'Quarry',
      excerpt: `A quarry. ${'Filled with rain of many years. '.repeat(6)}Divers come.`,
    })
    expect(await found('quarry divers')).toEqual({ Quarry: expect.stringMatching(/^excerpt: … .*\[Divers\] come\.$/) })
  })

  it('the last one may be the beginning of a word', async () =>
    expect(await found('old keep')).toMatchObject({
      'The old lighthouse': 'body: A [keeper] lives there, with his parrot.',
    }))
})

it('Chinese is found by its characters', async () => {
  await createArticle({ title: '渡轮', body: '<p>长江大桥旁边的渡轮</p>' })
  expect(await found('大桥')).toEqual({ 渡轮: 'body: 长江[大桥]旁边的渡轮' })
})

it.each(['%', '\\', "'", '(', '\\m', '<b>', 'a'.repeat(200), '. *', 'ﬁ ⅷ'])('“%s” breaks nothing', async (q) =>
  expect(await page(q)).toBeInstanceOf(Array),
)

it('a page of long texts without paragraphs is answered', async () => {
  const body = `<p>${'lanterns beside '.repeat(3700)}</p>`
  const titles = Array.from({ length: 25 }, (_, at) => `Long text ${at}`)
  for (const title of titles) await createArticle({ title, body })
  const answer = await found('lanterns beside')
  expect(Object.keys(answer).toSorted()).toEqual(titles.toSorted())
  expect(answer[titles[0]!]).toMatch(/^body: \[lanterns\] \[beside\]/)
})

describe('of a working copy that a person may not see', async () => {
  const live = await createArticle({
    title: 'Harvest',
    excerpt: 'Red apples',
    body: '<p>apples of old</p>',
    status: 'published',
  })
  const tags = await tagged('Apples in secret')
  await api(editor, 'PATCH', `/api/articles/${live.id}`, {
    version: live.version,
    subtitle: 'Apples, the secret',
    excerpt: 'Secret apples',
    body: '<p>apples in secret</p>',
    tags,
  })

  it.each([
    ['a viewer', viewer],
    ['an ad manager', adManager],
    ['another author', author],
  ] as const)('%s is told what readers see', async (_who, person) => {
    expect(await found('apples', person)).toEqual({ Harvest: 'excerpt: Red [apples]' })
    expect(JSON.stringify(await page('apples', person))).not.toMatch(/secret/i)
  })

  it('an editor is told what is written', async () =>
    expect(await found('apples')).toEqual({ Harvest: 'subtitle: [Apples], the secret' }))

  it('an author is told of their own', async () => {
    const own = await createArticle({ title: 'Mine', excerpt: 'Old pears', status: 'published' }, author)
    await api(author, 'PATCH', `/api/articles/${own.id}`, { version: own.version, excerpt: 'New pears' })
    expect(await found('pears', author)).toEqual({ Mine: 'excerpt: New [pears]' })
    expect(await found('pears', viewer)).toEqual({ Mine: 'excerpt: Old [pears]' })
  })
})

it('an author finds what readers see of an article with changes, beside those found by their words', async () => {
  const changed = await createArticle({ title: 'Quokka island', body: '<p>A walk.</p>' })
  const { body: shown } = await api(editor, 'POST', `/api/articles/${changed.id}/publish`, { version: changed.version })
  const { version } = shown
  await api(editor, 'PATCH', `/api/articles/${changed.id}`, { version, title: 'Numbat island' })
  const other = await createArticle({ title: 'Night walks', body: '<p>We saw a quokka.</p>' })
  await api(editor, 'POST', `/api/articles/${other.id}/publish`, { version: other.version })
  expect((await page('quokka', author)).map(({ id }) => id).toSorted()).toEqual([changed.id, other.id].toSorted())
  expect(await page('numbat', author)).toEqual([])
})
