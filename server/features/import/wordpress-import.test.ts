import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ImportItem } from '#contract/import.ts'
import { createTestApp } from '../../testing/app.ts'
import { importFromDisk } from './import-commands.ts'
import { openMediaFolder } from './media-folder.ts'
import { exportFiles, haveRealExports, readExport, whyNot } from './testing/real-exports.ts'
import { tableChecksums } from './testing/table-checksums.ts'
import {
  wordpressAuthor,
  wordpressCategory,
  wordpressFile,
  wordpressItem,
  wordpressMeta,
  wordpressTerm,
} from './testing/wordpress-file.ts'

const { app, db, services, signIn } = await createTestApp()

type Options = { dryRun?: boolean; media?: string }
async function importFile(bytes: Buffer, { dryRun = false, media }: Options = {}) {
  const mediaFolder = media ? await openMediaFolder(media) : undefined
  const { run, items } = await importFromDisk(services, {
    fileName: 'export.xml',
    chunks: [bytes],
    dryRun,
    mediaFolder,
  })
  const item = (sourceId: string | number) => items.find((one) => one.sourceId === String(sourceId))
  return { run, items, item }
}
const articleOf = (sourceId: number) =>
  db
    .selectFrom('article')
    .innerJoin('importSource', 'importSource.entityId', 'article.id')
    .selectAll('article')
    .where('importSource.sourceId', 'like', `${sourceId} %`)
    .executeTakeFirstOrThrow()
const codes = (item: ImportItem | undefined) => item?.reasons.map(({ code }) => code) ?? []
const liveOf = (id: string) => db.selectFrom('articleLive').selectAll().where('articleId', '=', id).executeTakeFirst()

beforeEach(async () => {
  await sql`truncate author, category, tag, media, article, redirect, import_source, import_run cascade`.execute(db)
})

describe('what becomes of an article', () => {
  it('one whose author the file leaves out of its list gets a byline, and says so once', async () => {
    const both = wordpressItem({ id: 7, creator: 'unlisted' }) + wordpressItem({ id: 8, creator: 'unlisted' })
    const { run, item } = await importFile(wordpressFile(wordpressAuthor('ada', 'Ada Lovelace') + both))
    expect(run.sums.find(({ kind }) => kind === 'author')).toMatchObject({ inFile: 2, created: 2 })
    expect(item('unlisted')).toMatchObject({ kind: 'author', title: 'unlisted', outcome: 'created' })
    expect(item(7)?.reasons).toContainEqual({ code: 'author_added', values: { name: 'unlisted' } })
    expect(codes(item(8))).not.toContain('author_added')
    expect(await db.selectFrom('author').select('displayName').orderBy('displayName').execute()).toEqual([
      { displayName: 'Ada Lovelace' },
      { displayName: 'unlisted' },
    ])
  })

  it('a published post is published: text, dates, byline, terms, old address', async () => {
    const terms = `<category domain="category" nicename="news"><![CDATA[News &amp; more]]></category>
      <category domain="post_tag" nicename="%e4%bd%a0%e5%a5%bd"><![CDATA[你好]]></category><wp:is_sticky>1</wp:is_sticky>`
    const { run, item } = await importFile(
      wordpressFile(
        wordpressAuthor('ada', 'Ada Lovelace') +
          wordpressItem({ id: 7, title: 'Tom &amp; Jerry', content: 'One\n\nTwo', excerpt: 'Short', extra: terms }),
      ),
    )
    // Its author, itself, and the category and the tag that no list of the file has.
    expect(run).toMatchObject({ status: 'done', done: 4, total: 4, error: '' })
    expect(run.sums).toEqual(
      ['author', 'post', 'category', 'tag'].map((kind) => ({
        kind,
        inFile: 1,
        created: 1,
        merged: 0,
        unchanged: 0,
        skipped: 0,
      })),
    )
    expect(item(7)).toMatchObject({ kind: 'post', outcome: 'created', reasons: [] })
    const article = await articleOf(7)
    expect(article).toMatchObject({
      title: 'Tom & Jerry',
      slug: 'post-7',
      body: '<p>One</p><p>Two</p>',
      excerpt: 'Short',
      status: 'published',
      featured: true,
      hasChanges: false,
      publishedAt: '2020-02-03T04:05:06.000Z',
      createdAt: '2020-02-03T04:05:06.000Z',
      wordCount: 2,
      version: 1,
    })
    const live = await liveOf(article.id)
    expect(live).toMatchObject({
      slug: 'post-7',
      publishedAt: '2020-02-03T04:05:06.000Z',
      content: { body: article.body },
    })
    const tags = await db.selectFrom('tag').select(['name', 'slug']).execute()
    expect(tags).toEqual([{ name: '你好', slug: 'ni-hao' }])
    expect(await db.selectFrom('category').select(['name', 'slug']).execute()).toEqual([
      { name: 'News & more', slug: 'news' },
    ])
    const redirects = await db.selectFrom('redirect').select(['path', 'entityId']).execute()
    expect(redirects).toEqual([{ path: '/2020/post-7/', entityId: article.id }])
    const history = await db
      .selectFrom('articleRevision')
      .select(['reason', 'version'])
      .where('articleId', '=', article.id)
      .execute()
    expect(history).toEqual([{ reason: 'import', version: 1 }])
  })

  it.each([
    [{ status: 'draft' }, 'draft', []],
    [{ status: 'pending' }, 'in_review', []],
    [{ status: 'private' }, 'draft', [{ code: 'was_private' }]],
    [{ status: 'future', date: '2099-01-01 10:00:00' }, 'scheduled', []],
    [{ status: 'future', date: '2019-01-01 10:00:00' }, 'published', []],
    [{ extra: '<wp:post_password>enter</wp:post_password>' }, 'draft', [{ code: 'was_protected' }]],
    [{ content: '' }, 'draft', [{ code: 'not_public', values: { missing: 'body' } }]],
  ])('%j becomes %s', async (fields, status, reasons) => {
    const { item } = await importFile(wordpressFile(wordpressItem({ id: 1, ...fields })))
    expect(item(1)?.reasons.filter(({ code }) => code !== 'no_category')).toMatchObject(reasons)
    const article = await articleOf(1)
    expect(article.status).toBe(status)
    expect(Boolean(await liveOf(article.id))).toBe(status === 'published')
    const jobs = await sql<{
      runAt: string
    }>`select run_at from graphile_worker.jobs where key like ${`%${article.id}`}`.execute(db)
    expect(jobs.rows.map((job) => job.runAt)).toEqual(status === 'scheduled' ? ['2099-01-01T10:00:00.000Z'] : [])
  })

  it('what was in the trash there, or has no counterpart here, is skipped with the reason', async () => {
    const { item, run } = await importFile(
      wordpressFile(
        wordpressItem({ id: 1, status: 'trash' }) +
          wordpressItem({ id: 2, type: 'nav_menu_item' }) +
          wordpressItem({ id: 3, type: 'product' }) +
          wordpressItem({ id: 4, extra: '<wp:comment><wp:comment_id>9</wp:comment_id></wp:comment>' }) +
          wordpressItem({ id: 4 }),
      ),
    )
    for (const id of [1, 2, 3, 9]) expect(item(id)).toMatchObject({ outcome: 'skipped', reasons: [{}] })
    expect(run.sums.find(({ kind }) => kind === 'post')).toEqual({
      kind: 'post',
      inFile: 3,
      created: 1,
      merged: 0,
      unchanged: 0,
      skipped: 2,
    })
  })

  it('a post without a title is named after its first words', async () => {
    const { item } = await importFile(wordpressFile(wordpressItem({ id: 1, title: '', content: 'Once upon a time.' })))
    expect(codes(item(1))).toContain('no_title')
    expect((await articleOf(1)).title).toBe('Once upon a time.')
  })

  it('says what of a body could not be kept, and no script survives', async () => {
    const content = 'Text <script>alert(1)</script><form><input></form>[poll id="1"]'
    const { item } = await importFile(wordpressFile(wordpressItem({ id: 1, content })))
    expect(item(1)?.reasons).toEqual([
      { code: 'no_category', values: { name: 'Uncategorized' } },
      { code: 'not_kept', values: { elements: 'form, input, script, [poll]' } },
    ])
    expect((await articleOf(1)).body).toBe('<p>Text</p>')
  })

  it('slugs stay unique, and an old address leads to one article only', async () => {
    const link = 'https://old.example/same/'
    const { item } = await importFile(
      wordpressFile(
        wordpressItem({ id: 1, slug: 'a', link }) +
          wordpressItem({ id: 2, slug: 'a', link }) +
          wordpressItem({ id: 3, slug: '%E4%BD%A0' }),
      ),
    )
    expect((await articleOf(2)).slug).toBe('a-2')
    expect((await articleOf(3)).slug).toBe('ni')
    expect(item(2)?.reasons).toContainEqual({ code: 'address_taken', values: { path: '/same/' } })
  })

  it('the addresses that an article had there before lead to it, unless another article has them now', async () => {
    const renamed = wordpressMeta('_wp_old_slug', 'first') + wordpressMeta('_wp_old_slug', 'now-of-another')
    const file = wordpressFile(
      wordpressItem({ id: 1, slug: 'second', extra: renamed }) + wordpressItem({ id: 2, slug: 'now-of-another' }),
    )
    const { item } = await importFile(file)
    const [one, two] = [await articleOf(1), await articleOf(2)]
    const redirects = () => db.selectFrom('redirect').select(['path', 'entityId']).orderBy('path').execute()
    const all = [
      { path: '/2020/first/', entityId: one.id },
      { path: '/2020/now-of-another/', entityId: two.id },
      { path: '/2020/second/', entityId: one.id },
    ]
    expect(await redirects()).toEqual(all)
    expect(codes(item(2))).not.toContain('address_taken')
    // Of a version that did not know them.
    await db.deleteFrom('redirect').where('path', '=', '/2020/first/').execute()
    await importFile(file)
    expect(await redirects()).toEqual(all)
  })

  it('what an SEO plug-in says of it is taken over: primary category, title, canonical address', async () => {
    const terms = wordpressTerm('category', 'news', 'News') + wordpressTerm('category', 'harbour', 'Harbour')
    const said = {
      _yoast_wpseo_primary_category: '12',
      _yoast_wpseo_title: 'For search engines',
      _yoast_wpseo_canonical: 'https://other.example/a',
    }
    const template = { rank_math_title: '%title% %sep% %sitename%', rank_math_primary_category: '12' }
    const extra = (fields: object) =>
      terms +
      Object.entries(fields)
        .map(([key, value]) => wordpressMeta(key, value))
        .join('')
    const { item } = await importFile(
      wordpressFile(
        wordpressCategory('news', 'News', '', '11') +
          wordpressCategory('harbour', 'Harbour', '', '12') +
          wordpressItem({ id: 1, extra: extra(said) }) +
          wordpressItem({ id: 2, extra: extra(template) }),
      ),
    )
    const category = async (slug: string) =>
      (await db.selectFrom('category').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
    const harbour = await category('harbour')
    expect(await articleOf(1)).toMatchObject({
      primaryCategory: harbour,
      seoTitle: 'For search engines',
      canonicalUrl: 'https://other.example/a',
    })
    expect(await articleOf(2)).toMatchObject({ primaryCategory: harbour, seoTitle: '', canonicalUrl: '' })
    const further = await db.selectFrom('articleCategory').select('categoryId').distinct().execute()
    expect(further).toContainEqual({ categoryId: await category('news') })
    expect(codes(item(1))).toEqual([])
    expect(codes(item(2))).toEqual([])
  })

  it('says which custom fields and terms have no place here, and that an excerpt was shortened', async () => {
    const extra =
      wordpressMeta('subtitle', 'A second line') +
      wordpressMeta('_edit_lock', '1:1') +
      wordpressMeta('rating', '') +
      wordpressTerm('series', 'strike', 'Strike')
    const { item } = await importFile(
      wordpressFile(wordpressItem({ id: 1, excerpt: 'word '.repeat(100), extra }) + wordpressItem({ id: 2 })),
    )
    expect(item(1)?.reasons).toContainEqual({ code: 'fields_not_kept', values: { fields: 'subtitle' } })
    expect(item(1)?.reasons).toContainEqual({ code: 'terms_not_kept', values: { terms: 'series: Strike' } })
    expect(codes(item(1))).toContain('excerpt_shortened')
    expect(codes(item(2))).toEqual(['no_category'])
  })
})

describe('bylines, categories and tags', () => {
  it('all authors that a plug-in for several gives an article are its bylines, guests too', async () => {
    const coauthors =
      wordpressTerm('author', 'cap-mei', 'mei') +
      wordpressTerm('author', 'cap-ada', 'ada') +
      wordpressTerm('author', 'cap-zoe-guest', 'zoe-guest')
    const guest =
      wordpressMeta('cap-user_login', 'zoe-guest') +
      wordpressMeta('cap-display_name', 'Zoë Guest') +
      wordpressMeta('cap-user_email', 'zoe@old.example')
    const { items, item } = await importFile(
      wordpressFile(
        wordpressAuthor('ada', 'Ada Lovelace') +
          wordpressAuthor('mei', '陈美玲') +
          wordpressItem({ id: 1, creator: 'ada', extra: coauthors }) +
          wordpressItem({ id: 2, creator: 'ada' }) +
          wordpressItem({ id: 3, type: 'guest-author', title: 'Zoë Guest', extra: guest }),
      ),
    )
    const bylines = async (id: number) =>
      (
        await db
          .selectFrom('articleAuthor')
          .innerJoin('author', 'author.id', 'articleAuthor.authorId')
          .select(['displayName', 'email'])
          .where('articleId', '=', (await articleOf(id)).id)
          .orderBy('articleAuthor.position')
          .execute()
      ).map(({ displayName }) => displayName)
    expect(await bylines(1)).toEqual(['陈美玲', 'Ada Lovelace', 'Zoë Guest'])
    expect(await bylines(2)).toEqual(['Ada Lovelace'])
    expect(codes(item(1))).toEqual(['no_category'])
    expect(items.filter(({ kind }) => kind === 'author').map(({ title }) => title)).toEqual([
      'Ada Lovelace',
      '陈美玲',
      'Zoë Guest',
    ])
    expect(item(3)).toMatchObject({
      outcome: 'merged',
      reasons: [{ code: 'is_byline', values: { name: 'Zoë Guest' } }],
    })
  })

  it('categories and tags that only articles name are accounted for once; those of a refused post are not made', async () => {
    const named = (domain: string, slug: string) => `<category domain="${domain}" nicename="${slug}">${slug}</category>`
    const both = named('category', 'local') + named('post_tag', 'zebra') + named('post_format', 'aside')
    const { items } = await importFile(
      wordpressFile(
        wordpressCategory('news', 'News') +
          wordpressItem({ id: 1, extra: both + named('category', 'news') }) +
          wordpressItem({ id: 2, extra: both }) +
          wordpressItem({ id: 3, status: 'trash', extra: named('post_tag', 'gone') }),
      ),
    )
    const terms = items.filter(({ kind }) => kind === 'category' || kind === 'tag')
    expect(terms.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
      ['category', 'News', 'created'],
      ['category', 'local', 'created'],
      ['tag', 'zebra', 'created'],
    ])
    expect(await db.selectFrom('tag').select('name').execute()).toEqual([{ name: 'zebra' }])
  })

  it('a byline of the same e-mail address or name is used, and no account is made', async () => {
    await importFile(wordpressFile(wordpressAuthor('ada', 'Ada Lovelace')))
    const users = await db.selectFrom('userAccount').select('id').execute()
    const { items } = await importFile(
      wordpressFile(wordpressAuthor('lovelace', 'A. L.', 'ADA@old.example'), { site: 'https://other.example' }),
    )
    expect(items).toMatchObject([
      { outcome: 'merged', reasons: [{ code: 'same_email', values: { name: 'Ada Lovelace' } }] },
    ])
    expect(await db.selectFrom('author').select('email').execute()).toEqual([{ email: 'ada@old.example' }])
    expect(await db.selectFrom('userAccount').select('id').execute()).toEqual(users)
  })

  it('the tree keeps its shape, whatever the order of the file', async () => {
    await importFile(
      wordpressFile(
        [
          wordpressCategory('c', 'C', 'b'),
          wordpressCategory('b', 'B', 'a'),
          wordpressCategory('a', 'A'),
          wordpressCategory('d', 'D', 'a'),
        ].join(''),
      ),
    )
    const rows = await db
      .selectFrom('category as c')
      .leftJoin('category as p', 'p.id', 'c.parent')
      .select(['c.name', 'p.name as parent', 'c.position'])
      .orderBy('c.name')
      .execute()
    expect(rows).toEqual([
      { name: 'A', parent: null, position: 0 },
      { name: 'B', parent: 'A', position: 0 },
      { name: 'C', parent: 'B', position: 0 },
      { name: 'D', parent: 'A', position: 1 },
    ])
  })

  it('circles are cut, and what is deeper than six levels moves up', async () => {
    const chain = Array.from({ length: 8 }, (_, at) => wordpressCategory(`c${at}`, `C${at}`, at ? `c${at - 1}` : ''))
    const { items } = await importFile(
      wordpressFile([...chain, wordpressCategory('x', 'X', 'y'), wordpressCategory('y', 'Y', 'x')].join('')),
    )
    expect(items.filter((item) => codes(item).includes('moved_up')).map(({ sourceId }) => sourceId)).toEqual([
      'c6',
      'c7',
    ])
    expect(items.filter((item) => codes(item).includes('parent_missing'))).toHaveLength(1)
    expect(items.every(({ outcome }) => outcome === 'created')).toBe(true)
  })
})

describe('a second run', () => {
  const file = (content = 'Some words.') =>
    wordpressFile(
      wordpressAuthor('ada', 'Ada') +
        wordpressCategory('news', 'News') +
        wordpressItem({ id: 1, content }) +
        wordpressItem({ id: 2, type: 'page' }),
    )

  it('of the same file writes no row', async () => {
    await importFile(file())
    const before = await tableChecksums(db)
    const { run } = await importFile(file())
    expect(await tableChecksums(db)).toEqual(before)
    expect(run.sums.every(({ inFile, unchanged }) => inFile === unchanged)).toBe(true)
  })

  it('of a file that changed follows it, keeping address and history', async () => {
    await importFile(file())
    const { item } = await importFile(file('Other words.'))
    expect(item(1)).toMatchObject({ outcome: 'merged', reasons: [{ code: 'updated' }, { code: 'no_category' }] })
    expect(item(2)?.outcome).toBe('unchanged')
    const article = await articleOf(1)
    expect(article).toMatchObject({ version: 2, slug: 'post-1', body: '<p>Other words.</p>', status: 'published' })
    expect((await liveOf(article.id))?.content.body).toBe('<p>Other words.</p>')
    expect((await importFile(file('Other words.'))).item(1)?.outcome).toBe('unchanged')
  })

  it('at the same time as the first makes nothing twice', async () => {
    const both = await Promise.all([importFile(file()), importFile(file())])
    expect(both.map(({ run }) => run.status)).toEqual(['done', 'done'])
    expect(
      both.map(({ items }) => items.filter(({ outcome }) => outcome === 'created').length).toSorted((a, b) => a - b),
    ).toEqual([0, 4])
    expect(await db.selectFrom('article').select('id').execute()).toHaveLength(2)
  })

  it('never touches what an editor changed or trashed here', async () => {
    await importFile(file())
    const { id } = await articleOf(1)
    await db.updateTable('article').set({ title: 'Ours', version: 2 }).where('id', '=', id).execute()
    await db
      .updateTable('article')
      .set({ deletedAt: new Date() })
      .where('id', '=', (await articleOf(2)).id)
      .execute()
    const before = await tableChecksums(db)
    const { item } = await importFile(file('Other words.'))
    expect(item(1)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'changed_here' }], article: id })
    expect(item(2)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'in_trash_here' }] })
    expect(await tableChecksums(db)).toEqual(before)
  })
})

describe('nothing is left behind', () => {
  it('by a dry run, which says what would happen', async () => {
    const before = await tableChecksums(db)
    const { run, items } = await importFile(wordpressFile(wordpressItem({ id: 1 }) + wordpressAuthor('ada', 'Ada')), {
      dryRun: true,
    })
    expect(run).toMatchObject({ status: 'done', dryRun: true })
    expect(items.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    expect(await tableChecksums(db)).toEqual(before)
  })

  it('by a malformed file, whose line is named', async () => {
    const before = await tableChecksums(db)
    const text = wordpressFile(wordpressItem({ id: 1 }) + wordpressItem({ id: 2 })).toString()
    const at = text.lastIndexOf('</wp:status>')
    const { run } = await importFile(
      Buffer.from(text.slice(0, at) + text.slice(at).replace('</wp:status>', '</wp:state>')),
    )
    expect(run.status).toBe('failed')
    expect(run.error).toMatch(new RegExp(`^Line ${text.slice(0, at).split('\n').length},.*Nothing was imported`))
    expect(await tableChecksums(db)).toEqual(before)
  })

  it('by an import that fails at its very end', async () => {
    const media = await mkdtemp(join(tmpdir(), 'copydesk-uploads-'))
    await writeFile(
      join(media, 'a.png'),
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    )
    const before = await tableChecksums(db)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`.execute(
      db,
    )
    await sql`create trigger refuse before insert on import_item execute function refuse()`.execute(db)
    const picture = wordpressItem({
      id: 5,
      type: 'attachment',
      status: 'inherit',
      extra: '<wp:attachment_url>https://old.example/a.png</wp:attachment_url>',
    })
    const { run } = await importFile(wordpressFile(wordpressItem({ id: 1 }) + picture), { media })
    await sql`drop function refuse() cascade`.execute(db)
    await rm(media, { recursive: true })
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('disk on fire') })
    expect(await tableChecksums(db)).toEqual(before)
  })
})

describe('pictures from the media folder', async () => {
  const place = await mkdtemp(join(tmpdir(), 'copydesk-uploads-'))
  afterAll(() => rm(place, { recursive: true }))
  const folder = join(place, 'uploads')
  const png = (background: string) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background } })
      .png()
      .toBuffer()
  await mkdir(join(folder, 'wp-content/uploads/2020/01'), { recursive: true })
  await writeFile(join(folder, 'wp-content/uploads/2020/01/red.png'), await png('#f00'))
  await writeFile(join(folder, 'blue.png'), await png('#00f'))
  await writeFile(join(folder, 'note.txt'), 'no picture')
  await cp(join(folder, 'blue.png'), join(place, 'outside.png'))

  const attachment = (id: number, url: string, extra = '') =>
    wordpressItem({
      id,
      type: 'attachment',
      status: 'inherit',
      title: `Picture ${id}`,
      extra: `<wp:attachment_url>${url}</wp:attachment_url>${extra}`,
    })
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
  const red = 'https://old.example/wp-content/uploads/2020/01/red.png'
  const file = wordpressFile(
    [
      attachment(11, red, meta('_wp_attached_file', '2020/01/red.png') + meta('_wp_attachment_image_alt', 'Red')),
      attachment(12, 'https://old.example/files/blue.png'),
      attachment(13, 'https://old.example/note.txt'),
      attachment(14, 'https://old.example/gone.png'),
      attachment(15, 'https://old.example/x.png', meta('_wp_attached_file', '../outside.png')),
      wordpressItem({
        id: 1,
        content: `<img class="wp-image-11" src="${red.replace('.png', '-300x200.png')}" alt="R">`,
        extra: meta('_thumbnail_id', '12'),
      }),
    ].join(''),
  )

  it('are taken by path or name, shown in texts and as covers; the rest is listed', async () => {
    const { item } = await importFile(file, { media: folder })
    expect([11, 12, 13, 14, 15].map((id) => item(id)?.outcome)).toEqual([
      'created',
      'created',
      'skipped',
      'skipped',
      'skipped',
    ])
    expect(codes(item(13))).toEqual(['not_a_picture'])
    expect(item(14)?.reasons).toMatchObject([{ code: 'not_in_media_folder' }])
    const pictures = await db
      .selectFrom('media')
      .select(['id', 'name', 'alt', 'width'])
      .orderBy('name', 'desc')
      .execute()
    expect(pictures).toMatchObject([{ name: 'red.png', alt: 'Red', width: 8 }, { name: 'blue.png' }])
    const article = await articleOf(1)
    expect(article.body).toContain(`src="/media/${pictures[0]?.id}/original.png"`)
    expect(article.body).toContain(`data-media-id="${pictures[0]?.id}"`)
    expect(article).toMatchObject({ coverMedia: pictures[1]?.id, coverAlt: 'Picture 12', status: 'published' })

    const before = await tableChecksums(db)
    const again = await importFile(file, { media: folder })
    expect(again.item(11)?.outcome).toBe('unchanged')
    expect(await tableChecksums(db)).toEqual(before)
  })

  it('given later, reach the articles that wait for them', async () => {
    await importFile(file)
    expect((await articleOf(1)).coverMedia).toBeNull()
    expect((await articleOf(1)).body).toContain('https://old.example/')
    await importFile(file, { media: folder })
    expect((await articleOf(1)).body).not.toContain('https://old.example/')
  })

  it('are only looked at in a dry run', async () => {
    const { item } = await importFile(file, { media: folder, dryRun: true })
    expect(item(11)?.outcome).toBe('created')
    expect(await db.selectFrom('media').select('id').execute()).toEqual([])
  })
})

describe.runIf(haveRealExports)(`real exports${whyNot}`, () => {
  it.each(exportFiles)(
    '%s: every item has one outcome, the sums agree with the file, a second run changes 0 rows',
    async (name) => {
      const bytes = readExport(name)
      const text = bytes
        .toString()
        .replace(/<!\[CDATA\[((?:post|page|attachment|nav_menu_item|wp_navigation))\]\]>/g, '$1')
        .replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
      const inFile = (pattern: string) => text.match(new RegExp(pattern, 'g'))?.length ?? 0
      const before = await tableChecksums(db)
      const rehearsal = await importFile(bytes, { dryRun: true })
      expect(await tableChecksums(db)).toEqual(before)

      const { run, items } = await importFile(bytes)
      expect(run).toMatchObject({ status: 'done', error: '' })
      expect(rehearsal.run.sums).toEqual(run.sums)
      const sum = (kind: string) => run.sums.find((one) => one.kind === kind)?.inFile ?? 0
      for (const type of ['post', 'page', 'attachment', 'nav_menu_item'])
        expect(sum(type), type).toBe(inFile(`<wp:post_type>${type}<`))
      expect(sum('comment')).toBe(inFile('<wp:comment>'))
      // The term lists of a file leave some out that its articles name.
      const whole = bytes.toString()
      const all = (pattern: RegExp) => new Set([...whole.matchAll(pattern)].map(([, slug]) => slug))
      const listed = all(/<wp:(?:category_nicename|tag_slug|term_slug)>(?:<!\[CDATA\[)?([^<\]]*)/g)
      const named = [...all(/<category domain="(?:category|post_tag)" nicename="([^"]*)"/g)]
      const logins = all(/<wp:author_login>(?:<!\[CDATA\[)?([^<\]]*)/g)
      const writers = items.filter(({ kind, sourceId }) => kind === 'author' && !logins.has(sourceId)).length
      expect(sum('author') - writers).toBe(inFile('<wp:author>'))
      const unlisted = named.filter((slug) => !listed.has(slug)).length + writers
      expect(run.total - unlisted).toBe(
        ['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:comment'].reduce(
          (all, tag) => all + inFile(`<${tag}>`),
          0,
        ),
      )
      for (const { inFile: all, created, merged, unchanged, skipped } of run.sums)
        expect(created + merged + unchanged + skipped).toBe(all)
      expect(items.every(({ outcome, reasons }) => outcome !== 'skipped' || reasons.length > 0)).toBe(true)
      expect(
        items.filter(({ kind, outcome }) => (kind === 'post' || kind === 'page') && outcome !== 'created'),
      ).toEqual([])
      const articles = await db
        .selectFrom('article')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(articles.count).toBe(sum('post') + sum('page'))

      const administrator = await signIn('administrator')
      for (const { article: id } of items.filter(({ article }) => article)) {
        const url = `/api/articles/${id}`
        const before = (await app.inject({ url, headers: administrator.headers })).json<Article>()
        const { title, excerpt, body, version } = before
        const payload = { title, excerpt, body, version }
        const saved = await app.inject({ method: 'PATCH', url, headers: administrator.headers, payload })
        expect(saved.json(), title).toEqual(before)
      }

      const after = await tableChecksums(db)
      const second = await importFile(bytes)
      expect(await tableChecksums(db)).toEqual(after)
      expect(second.items.filter(({ outcome }) => outcome === 'created' || outcome === 'merged').map(codes)).toEqual(
        items.map(codes).filter((all) => all.includes('twice_in_file')),
      )
    },
  )
})
