import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import { tableChecksums } from './testing/table-checksums.ts'
import {
  wordpressAuthor,
  wordpressCategory,
  wordpressFile,
  wordpressItem,
  wordpressMeta,
  wordpressTerm,
} from './testing/wordpress-file.ts'

const { app, db, signIn, createUser, importFile, articleOf, liveOf, codes } = await createImportDesk()

describe('what becomes of an article', () => {
  it('its footnotes come along, and the report says how many, also of those without a place', async () => {
    const mark = '<sup data-fn="7b1c" class="fn"><a href="#7b1c" id="7b1c-link">1</a></sup>'
    const notes = [
      { id: '7b1c', content: 'The <em>archive</em>.' },
      { id: '9d2e', content: 'Unused.' },
    ]
    const content = `<!-- wp:paragraph --><p>Built${mark}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`
    const extra = wordpressMeta('footnotes', JSON.stringify(notes))
    const { item } = await importFile(wordpressFile(wordpressItem({ id: 7, content, extra })))
    expect(item(7)?.reasons).toEqual(
      expect.arrayContaining([
        { code: 'footnotes_kept', values: { count: '1' } },
        { code: 'footnotes_without_mark', values: { count: '1' } },
      ]),
    )
    const [, name] = /id="fn-(\w+)"/.exec((await articleOf(7)).body) ?? []
    expect((await articleOf(7)).body).toBe(
      `<p>Built<sup><a id="fnref-${name}" href="#fn-${name}" role="doc-noteref" rel="noopener">1</a></sup>.</p><ol><li>Unused.</li></ol>` +
        `<ol class="footnotes"><li id="fn-${name}">The <em>archive</em>. <a href="#fnref-${name}" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li></ol>`,
    )
  })

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

  describe('that waits for review', () => {
    const pending = (author: string) =>
      wordpressFile(author + wordpressItem({ id: 1, status: 'pending', date: '2024-05-06 07:08:09' }))
    const openFor = async (who: Parameters<typeof signIn>[0]) => {
      const { id } = await articleOf(1)
      const { headers } = await signIn(who)
      return app.inject({ url: `/api/articles/${id}`, headers })
    }

    it('is submitted by the account with the e-mail address of its author, who may go on with it', async () => {
      const ada = await createUser({ email: 'ada.lovelace@example.com', name: 'Ada', role: 'author' })
      await importFile(pending(wordpressAuthor('ada', 'Ada Lovelace', 'Ada.Lovelace@example.com')))
      const reply = await openFor(ada)
      expect(reply.json()).toMatchObject({
        status: 'in_review',
        submission: { at: '2024-05-06T07:08:09.000Z', by: { id: ada.id, name: 'Ada' } },
        can: { withdraw: true },
      })
      // A reviewer may return it.
      expect((await openFor('editor')).json()).toMatchObject({ can: { return: true } })
    })

    it('or by the account of its byline', async () => {
      const grace = await createUser({ name: 'Grace', role: 'author' })
      const byline = { id: uuidv7(), displayName: 'Ada Lovelace', slug: 'ada', links: '[]', userId: grace.id }
      await db.insertInto('author').values(byline).execute()
      await importFile(pending(wordpressAuthor('ada', 'Ada Lovelace')))
      expect((await openFor(grace)).json()).toMatchObject({ submission: { by: { id: grace.id } } })
    })

    it('not by an account that is suspended, and is in review all the same', async () => {
      await createUser({ email: 'gone@example.com', status: 'suspended' })
      await importFile(pending(wordpressAuthor('ada', 'Ada', 'gone@example.com')))
      expect((await openFor('editor')).json()).toMatchObject({
        status: 'in_review',
        submission: { at: '2024-05-06T07:08:09.000Z', by: null },
        can: { return: true },
      })
    })
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
