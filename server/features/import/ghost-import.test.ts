import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import { ghostFile, ghostPost, ghostSite, ghostUser, lexical, paragraph, text } from './testing/ghost-file.ts'

const { db, importFile, articleOf, liveOf, codes } = await createImportDesk()

const redirects = () => db.selectFrom('redirect').select(['path', 'entityId']).orderBy('path').execute()

describe('what becomes of a post of Ghost', () => {
  it('a published post is published: text, dates, byline, tags in their order, texts for search engines, old address', async () => {
    const { run, item } = await importFile(
      ghostFile({
        posts: [
          ghostPost('p1', {
            title: 'Tom & Jerry',
            featured: 1,
            custom_excerpt: 'Short',
            canonical_url: 'https://other.example/a',
            og_title: 'For networks',
          }),
        ],
        posts_meta: [{ post_id: 'p1', meta_title: 'For search engines', meta_description: 'What it says' }],
        users: [
          ghostUser('u1', { name: 'Ada Lovelace', slug: 'ada', bio: 'Writes.', website: 'https://ada.example' }),
          ghostUser('u2', { name: 'Grace Hopper', slug: 'grace' }),
          ghostUser('u3', { name: 'An assistant' }),
        ],
        posts_authors: [
          { post_id: 'p1', author_id: 'u1', sort_order: 1 },
          { post_id: 'p1', author_id: 'u2', sort_order: 0 },
        ],
        tags: [
          { id: 't1', name: 'Second', slug: 'second', visibility: 'public', description: 'About it' },
          { id: 't2', name: 'First', slug: 'first', visibility: 'public' },
          { id: 't3', name: '#photo', slug: 'hash-photo', visibility: 'internal' },
        ],
        posts_tags: [
          { post_id: 'p1', tag_id: 't1', sort_order: 1 },
          { post_id: 'p1', tag_id: 't2', sort_order: 0 },
          { post_id: 'p1', tag_id: 't3', sort_order: 2 },
        ],
      }),
    )
    expect(run).toMatchObject({ status: 'done', done: 7, total: 7 })
    const article = await articleOf('p1')
    expect(article).toMatchObject({
      title: 'Tom & Jerry',
      slug: 'post-p1',
      body: '<p>Some words.</p>',
      excerpt: 'Short',
      status: 'published',
      featured: true,
      publishedAt: '2020-02-03T04:05:06.000Z',
      seoTitle: 'For search engines',
      seoDescription: 'What it says',
      canonicalUrl: 'https://other.example/a',
    })
    expect(await liveOf(article.id)).toMatchObject({ slug: 'post-p1' })
    const names = await db
      .selectFrom('articleAuthor')
      .innerJoin('author', 'author.id', 'articleAuthor.authorId')
      .select(['displayName', 'author.slug', 'bio'])
      .orderBy('articleAuthor.position')
      .execute()
    expect(names).toEqual([
      { displayName: 'Grace Hopper', slug: 'grace', bio: '' },
      { displayName: 'Ada Lovelace', slug: 'ada', bio: 'Writes.' },
    ])
    const tags = await db
      .selectFrom('articleTag')
      .innerJoin('tag', 'tag.id', 'articleTag.tagId')
      .select(['name', 'description'])
      .orderBy('articleTag.position')
      .execute()
    expect(tags).toEqual([
      { name: 'First', description: '' },
      { name: 'Second', description: 'About it' },
    ])
    expect(await redirects()).toEqual([{ path: '/post-p1/', entityId: article.id }])
    expect(item('p1')?.reasons).toEqual([
      { code: 'no_category', values: { name: 'Uncategorized' } },
      { code: 'fields_not_kept', values: { fields: 'og_title' } },
      { code: 'terms_not_kept', values: { terms: 'internal_tag: #photo' } },
    ])
    expect(item('hash-photo')).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'internal_tag' }] })
    expect(item('user-u3')).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'wrote_nothing' }] })
    expect(item('ada')?.reasons).toEqual([{ code: 'fields_not_kept', values: { fields: 'website' } }])
  })

  it.each([
    [{ status: 'draft', published_at: null }, 'draft', []],
    [{ status: 'scheduled', published_at: '2099-01-01T10:00:00.000Z' }, 'scheduled', []],
    [{ status: 'sent' }, 'draft', [{ code: 'was_newsletter' }]],
    [{ visibility: 'members' }, 'draft', [{ code: 'was_for_members', values: { visibility: 'members' } }]],
    [{ visibility: 'paid' }, 'draft', [{ code: 'was_for_members', values: { visibility: 'paid' } }]],
    [
      {
        html: '<!--kg-gated-block:begin nonMember:false memberSegment:"status:-free"--><p>Paid.</p><!--kg-gated-block:end-->',
      },
      'draft',
      [{ code: 'was_for_members' }],
    ],
    [{ html: null }, 'draft', [{ code: 'not_public', values: { missing: 'body' } }]],
    [{ type: undefined, page: 1 }, 'published', []],
    [{ status: 'of another version' }, undefined, [{ code: 'unknown_state', values: { state: 'of another version' } }]],
  ])('%j becomes %s', async (fields, status, reasons) => {
    const { item } = await importFile(ghostSite([ghostPost('p1', fields)]))
    expect(item('p1')?.reasons.filter(({ code }) => code !== 'no_category')).toMatchObject(reasons)
    if (!status) return expect(item('p1')?.outcome).toBe('skipped')
    const article = await articleOf('p1')
    expect(article.status).toBe(status)
    expect(Boolean(await liveOf(article.id))).toBe(status === 'published')
  })

  it('what was only for newsletters is said to be left out, also where the HTML of the website does not have it', async () => {
    const body = lexical({ type: 'email', html: '<p>Hello</p>' }, paragraph(text('Words')), { type: 'paywall' })
    const { item } = await importFile(
      ghostSite([ghostPost('p1', { lexical: body }), ghostPost('p2', { html: null, lexical: body })]),
    )
    expect(item('p1')?.reasons).toContainEqual({ code: 'not_kept', values: { elements: 'email' } })
    expect(item('p2')?.reasons).toContainEqual({ code: 'not_kept', values: { elements: 'email, paywall' } })
    expect((await articleOf('p2')).body).toBe('<p>Words</p>')
  })

  it('files of Ghost 1 and before: data at the top, one author, dates as numbers, addresses with dates', async () => {
    const { run } = await importFile(
      Buffer.from(
        JSON.stringify({
          data: {
            posts: [
              {
                id: 7,
                title: 'Old',
                slug: 'old',
                html: '<p>Words</p>',
                status: 'published',
                page: 0,
                author_id: 1,
                meta_title: 'For search engines',
                published_at: 1420070400000,
                created_at: 1420070400000,
              },
            ],
            users: [{ id: 1, name: 'Ada', slug: 'ada', email: 'ada@old.example' }],
            settings: [
              { key: 'permalinks', value: '/:year/:month/:day/:slug/' },
              { key: 'activeTimezone', value: 'America/New_York' },
            ],
          },
          meta: { version: '004' },
        }),
      ),
    )
    expect(run).toMatchObject({ status: 'done', error: '' })
    const article = await articleOf(7)
    expect(article).toMatchObject({
      status: 'published',
      publishedAt: '2015-01-01T00:00:00.000Z',
      seoTitle: 'For search engines',
    })
    // Midnight in London is the evening before in New York.
    expect(await redirects()).toEqual([{ path: '/2014/12/31/old/', entityId: article.id }])
  })

  it('two sites of which each has a tag and an author of the same slug are told apart', async () => {
    const site = (name: string, key: string) =>
      ghostFile({
        posts: [ghostPost(`of-${key}`)],
        users: [ghostUser('1', { name, slug: 'ghost', email: `${key}@old.example` })],
        posts_authors: [{ post_id: `of-${key}`, author_id: '1' }],
        settings: [{ key: 'db_hash', value: key }],
      })
    await importFile(site('Ada', 'a'))
    await importFile(site('Grace', 'b'))
    const names = await db.selectFrom('author').select('displayName').orderBy('displayName').execute()
    expect(names).toEqual([{ displayName: 'Ada' }, { displayName: 'Grace' }])
  })
})

describe('a file that does not say which site it is of', () => {
  const post = (id: string) => ghostPost(id, { html: '<p><a href="/about/">About</a></p>' })
  const titles = async () =>
    (await db.selectFrom('article').select('title').orderBy('title').execute()).map(({ title }) => title)

  it.each([
    ['first without the address of the site, then with it', '', 'https://old.example'],
    ['first with the address of the site, then without it', 'https://old.example', ''],
    ['with another address', 'http://old.example', 'https://old.example'],
  ])('imported again, %s, makes no article twice', async (_how, first, then) => {
    await importFile(ghostSite([post('p1')]), { siteUrl: first })
    const tried = await importFile(ghostSite([post('p1'), post('p2')]), { siteUrl: then, dryRun: true })
    expect([tried.item('p1')?.outcome, tried.item('p2')?.outcome]).toEqual(['merged', 'created'])
    await importFile(ghostSite([post('p1'), post('p2')]), { siteUrl: then })
    expect(await titles()).toEqual(['Post p1', 'Post p2'])
    expect((await articleOf('p1')).body).toContain(`<a href="${then}/about/"`)
  })

  it('is not taken for another site that has articles of the same ids', async () => {
    await importFile(ghostSite([post('1')]), { siteUrl: 'https://one.example' })
    await importFile(ghostSite([ghostPost('1', { uuid: 'of-another', title: 'Another' })]))
    await importFile(ghostSite([ghostPost('2', { uuid: '' })]), { siteUrl: 'https://one.example' })
    await importFile(ghostSite([ghostPost('2', { uuid: '', title: 'Without a uuid' })]))
    expect(await titles()).toEqual(['Another', 'Post 1', 'Post 2', 'Without a uuid'])
  })
})

describe('addresses and pictures', () => {
  const html =
    '<p><a href="__GHOST_URL__/about/">About</a> <a href="/there/">There</a></p>' +
    '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="__GHOST_URL__/content/images/size/w600/2020/01/red.png" class="kg-image" alt="Red" srcset="__GHOST_URL__/content/images/size/w300/2020/01/red.png 300w"><figcaption>A <b>square</b></figcaption></figure>' +
    '<p><a href="__GHOST_URL__/content/files/2020/01/a.pdf">A file</a></p>'
  const site = ghostSite([ghostPost('p1', { html, feature_image: '__GHOST_URL__/content/images/2020/01/blue.png' })], {
    posts_meta: [{ post_id: 'p1', feature_image_alt: 'Blue', feature_image_caption: 'By <a href="/x">Ada</a>' }],
  })

  it('a canonical address of the old site is a whole one, or named as not kept where that is not known', async () => {
    const own = ghostSite([ghostPost('p1', { canonical_url: '__GHOST_URL__/first/' })], {
      settings: [{ key: 'db_hash', value: 'of-this-site' }],
    })
    const { item } = await importFile(own)
    expect(item('p1')?.reasons).toContainEqual({ code: 'fields_not_kept', values: { fields: 'canonical_url' } })
    await importFile(own, { siteUrl: 'https://old.example' })
    expect(await articleOf('p1')).toMatchObject({ canonicalUrl: 'https://old.example/first/' })
  })

  it('with the address of the old site, texts lead there', async () => {
    const { item } = await importFile(site, { siteUrl: 'https://old.example/blog' })
    const article = await articleOf('p1')
    expect(article.body).toContain('<a href="https://old.example/blog/about/"')
    expect(article.body).toContain('<a href="https://old.example/blog/there/"')
    expect(article.body).toContain('src="https://old.example/blog/content/images/2020/01/red.png"')
    expect(article.body).toContain('<figcaption>A <b>square</b></figcaption>')
    expect(await redirects()).toEqual([{ path: '/blog/post-p1/', entityId: article.id }])
    const url = 'https://old.example/blog/content/images/2020/01/red.png'
    expect(item(url)).toMatchObject({
      kind: 'attachment',
      outcome: 'skipped',
      reasons: [{ code: 'no_media_folder', values: { url } }],
    })
    expect(codes(item('p1'))).toContain('cover_missing')
  })

  it('without it, the report says for every file of the site that it is not known', async () => {
    const { items } = await importFile(site)
    const files = items.filter(({ kind }) => kind === 'attachment')
    expect(files.map(({ title, sourceId, reasons }) => [title, sourceId, reasons[0]?.code])).toEqual([
      ['blue.png', '/content/images/2020/01/blue.png', 'no_site_address'],
      ['red.png', '/content/images/2020/01/red.png', 'no_site_address'],
      ['a.pdf', '/content/files/2020/01/a.pdf', 'no_site_address'],
    ])
    expect((await articleOf('p1')).body).toContain('<a href="/about/"')
  })

  it.each(['.', 'content', 'content/images'])('pictures come from a copy of the folder %s', async (given) => {
    const folder = await mkdtemp(join(tmpdir(), 'copydesk-ghost-'))
    const png = (background: string) =>
      sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer()
    await mkdir(join(folder, 'content/images/2020/01'), { recursive: true })
    await mkdir(join(folder, 'content/images/2019'), { recursive: true })
    await writeFile(join(folder, 'content/images/2020/01/red.png'), await png('#f00'))
    await writeFile(join(folder, 'content/images/2020/01/blue.png'), await png('#00f'))
    await writeFile(join(folder, 'content/images/2019/red.png'), await png('#0f0'))
    const { item } = await importFile(site, { media: join(folder, given) })
    await rm(folder, { recursive: true })
    expect(item('/content/images/2020/01/red.png')).toMatchObject({ outcome: 'created', reasons: [] })
    const article = await articleOf('p1')
    expect(article.body).toMatch(/<img[^>]* src="[^"]*\/media\//)
    expect(article.body).not.toContain('content/images')
    expect(article).toMatchObject({ coverAlt: 'Blue', coverCaption: 'By Ada' })
    expect(codes(item('p1'))).not.toContain('cover_missing')
  })
})

describe('what is not as it should be', () => {
  it('one bad post does not stop the others, and each has its reason', async () => {
    const wrong = { toString: 'no' }
    const { run, items, item } = await importFile(
      ghostSite(
        [
          ghostPost('p1'),
          ghostPost('p2', { html: null, lexical: '{"root":' }),
          ghostPost('p3', { html: null, lexical: '[1]' }),
          ghostPost('p4', {
            html: null,
            mobiledoc: '{"sections":[[1,"p",[[0,[9],3,"Kept"]]],[10,7],[99],null,7],"markups":"x"}',
          }),
          ghostPost('p5', {
            title: 7,
            slug: wrong,
            html: wrong,
            custom_excerpt: [1],
            featured: 'maybe',
            published_at: 'soon',
          }),
          ghostPost('p1'),
          ghostPost('p6', { title: 'A\u0000B\ud800', html: '<p>x\u0000y \udc00</p>' }),
          ghostPost(
            'p7',
            JSON.parse(
              '{"__proto__":{"html":"<p>no</p>"},"constructor":{"name":1},"html":"<p>Own</p>"}',
            ) as object as Record<string, unknown>,
          ),
        ],
        { tags: [null] },
      ),
    )
    expect(run).toMatchObject({ status: 'done', error: '' })
    expect(items.find(({ kind, sourceId }) => kind === 'tag' && sourceId === '0')).toMatchObject({
      outcome: 'skipped',
      reasons: [{ code: 'no_entry' }],
    })
    for (const id of ['p2', 'p3'])
      expect(item(id)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'unreadable_body' }] })
    expect((await articleOf('p4')).body).toBe('<p>Kept</p>')
    expect(await articleOf('p5')).toMatchObject({ title: '7', status: 'draft', featured: false, excerpt: '' })
    expect(items.filter(({ sourceId }) => sourceId === 'p1').map(({ outcome }) => outcome)).toEqual([
      'created',
      'skipped',
    ])
    expect(await articleOf('p6')).toMatchObject({ title: 'AB\ufffd', body: '<p>xy \ufffd</p>' })
    expect((await articleOf('p7')).body).toBe('<p>Own</p>')
  })

  it('a text that is nested without end is skipped with the reason, the next one comes in', async () => {
    const depth = 100_000
    const nested = `{"root":${'{"children":['.repeat(depth)}${']}'.repeat(depth)}}`
    const { item } = await importFile(
      ghostSite([
        ghostPost('p1', { html: null, lexical: nested }),
        ghostPost('p2', { html: '<div>'.repeat(5_000) + 'deep' }),
      ]),
    )
    expect(item('p1')).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'body_too_complex' }] })
    expect((await articleOf('p2')).body).toContain('deep')
  })

  it('what refers to nothing is named', async () => {
    const { item } = await importFile(
      ghostSite([ghostPost('p1'), ghostPost('p2')], {
        posts_authors: [
          { post_id: 'p1', author_id: 'gone' },
          { post_id: 'p2', author_id: 'u1' },
          { post_id: 'no post', author_id: 'u1' },
        ],
        posts_tags: [{ post_id: 'p2', tag_id: 'gone' }],
        posts_meta: [{ post_id: 'no post' }, 7],
      }),
    )
    expect(codes(item('p1'))).toEqual(['not_public', 'no_category', 'missing_in_file'])
    expect(item('p2')?.reasons).toContainEqual({ code: 'missing_in_file', values: { names: 'tag gone' } })
    expect((await articleOf('p2')).status).toBe('published')
  })

  const good = ghostSite([ghostPost('p1')]).toString()
  it.each([
    ['{', 'malformed_file', 'cut_off', 1],
    ['[]', 'other_file', 'not_ghost', 1],
    ['{"hello":"world"}', 'other_file', 'not_ghost', 1],
    ['{"db":[{"data":{"posts":"none"}}]}', 'other_file', 'not_ghost', 1],
    [good.slice(0, -20), 'malformed_file', 'cut_off', 1],
    ['{"data":\n{"posts":\n[{"id": "secret-word" nonsense}]}}', 'malformed_file', 'not_json', 3],
    ['{"data":\n{"posts" [\n]}}', 'malformed_file', 'not_json', 2],
    [`{"data":{"posts":[${'['.repeat(5000)}`, 'malformed_file', 'too_deep', 1],
    ['['.repeat(5000), 'malformed_file', 'too_deep', 1],
  ])('a file that is not one fails: %#', async (file, failure, code, line) => {
    const { run } = await importFile(Buffer.from(file))
    expect(run).toMatchObject({ status: 'failed', failure, fault: { code, line } })
    // It may be a password that is in that place.
    expect(JSON.stringify(run)).not.toContain('secret-word')
    expect(await db.selectFrom('article').select('id').execute()).toEqual([])
  })

  it('text that is not UTF-8 is refused with its place, and a mark of byte order is not', async () => {
    const bad = await importFile(
      Buffer.concat([Buffer.from('{"data":{"posts":[{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}]}}')]),
    )
    expect(bad.run).toMatchObject({ failure: 'malformed_file', fault: { code: 'not_utf8', line: 1, column: 19 } })
    const marked = await importFile(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]))
    expect(marked.run).toMatchObject({ status: 'done' })
  })

  it('a post that is larger than can be read is skipped under its name, and the next one comes in', async () => {
    const { item } = await importFile(
      ghostSite([ghostPost('p1', { html: `<p>${'word '.repeat(4_000_000)}</p>` }), ghostPost('p2')]),
    )
    expect(item('p1')).toMatchObject({ title: 'Post p1', outcome: 'skipped', reasons: [{ code: 'entry_too_large' }] })
    expect(item('p2')).toMatchObject({ outcome: 'created' })
  })
})
