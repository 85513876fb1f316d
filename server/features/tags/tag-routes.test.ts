import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import type { MergePreview } from '#contract/merge.ts'
import type { Tag } from '#contract/tags.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { amount } from '../../testing/amount.ts'

const desk = await createDesk({ logLevel: 'warn' })
const { api, app, db, editor, author, viewer, adManager, administrator, createArticle } = desk
type Merged = { entity: Tag; moved: number; had: number; trashed: number; undo: UndoPointer }
type Undone = { restored: number; skipped: number }

const create = async (name: string, more: object = {}) =>
  (await api<Tag>(editor, 'POST', '/api/tags', { name, ...more })).body
const view = async (id: string) => (await api<Tag>(editor, 'GET', `/api/tags/${id}`)).body
const list = async (query: string) => (await api<ListReply<Tag>>(viewer, 'GET', `/api/tags?${query}`)).body.items
const names = async (query: string) => (await list(query)).map(({ name }) => name)
const articleNow = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const merge = (id: string, from: string[], who = editor) => api<Merged>(who, 'POST', `/api/tags/${id}/merge`, { from })
const undo = (id: UndoPointer, who = editor) => api<Undone>(who, 'POST', `/api/undo/${id?.id}`)
const redirect = async (path: string) =>
  (await api<{ to: string }>(null, 'GET', `/content/v1/redirects?path=${path}`)).body.to

/** Everything a merge may touch, as checksums of whole rows, with nothing left to be added up. */
async function checksums() {
  await flushUseCounts(db, 'tag')
  const sum = (table: string, order: string) =>
    sql`(select md5(string_agg((to_jsonb(r) - 'similar_known')::text, '|' order by ${sql.raw(order)})) from ${sql.table(table)} as r)`
  // Ten thousand articles in one statement take some seconds on a busy machine.
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    return sql`select ${sum('tag', 'id')} as tags, ${sum('article', 'id')} as articles,
    ${sum('article_tag', 'article_id, tag_id')} as links, ${sum('article_live', 'article_id')} as live,
    ${sum('redirect', 'path')} as redirects`.execute(trx)
  })
  return rows[0]
}

describe('Chinese names', () => {
  it('are found by their initials, and by their pinyin from any character on', async () => {
    for (const name of ['新能源汽车', '北京', '背景音乐', 'Beijinger', '重庆']) await create(name)
    const found = async (q: string) => (await names(`q=${encodeURIComponent(q)}&sort=relevance`)).toSorted()
    expect(await found('xinnengyuan')).toEqual(['新能源汽车'])
    expect(await found('Xin neng')).toEqual(['新能源汽车'])
    expect(await found('qiche')).toEqual(['新能源汽车'])
    expect(await found('xnyqc')).toEqual(['新能源汽车'])
    expect(await found('qc')).toEqual([])
    expect(await found('beijing')).toEqual(['Beijinger', '北京', '背景音乐'].toSorted())
    expect((await names('q=beijing&sort=relevance'))[0]).toBe('Beijinger')
    expect(await found('bj')).toEqual(['北京', '背景音乐'].toSorted())
    expect(await found('chongqing')).toEqual(['重庆'])
    // Not from the middle of a syllable, nor across what was left out; of two letters from the first character only.
    expect(await found('qi')).toEqual([])
    expect(await found('ijing')).toEqual(['Beijinger'])
    expect(await found('xnqc')).toEqual([])
  })
})

describe('counts', () => {
  it('follow saving, trashing, restoring and editing', async () => {
    const tag = await create('Counted')
    expect(tag).toMatchObject({ uses: 0, lastUsedAt: null })
    const first = await createArticle({ tags: [tag.id] })
    await createArticle({ tags: [tag.id] })
    expect(await view(tag.id)).toMatchObject({ uses: 2, lastUsedAt: expect.any(String) })
    const trashed = await api(editor, 'POST', `/api/articles/${first.id}/trash`, { version: first.version })
    expect((await view(tag.id)).uses).toBe(1)
    expect(await names('use=once&q=counted')).toEqual(['Counted'])
    const back = await api(editor, 'POST', `/api/articles/${first.id}/restore`, { version: trashed.body.version })
    expect((await view(tag.id)).uses).toBe(2)
    await api(editor, 'PATCH', `/api/articles/${first.id}`, { version: back.body.version, tags: [] })
    expect((await view(tag.id)).uses).toBe(1)
    await flushUseCounts(db, 'tag')
    expect((await view(tag.id)).uses).toBe(1)
    const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from tag where uses <> (
      select count(*) from article_tag join article on article.id = article_id
      where tag_id = tag.id and article.deleted_at is null)`.execute(db)
    expect(rows[0]!.wrong).toBe(0)
  })

  it('sort the list, and find what is unused or internal', async () => {
    await create('Unused tag', { visibility: 'internal', synonyms: ['Leftover'] })
    expect(await names('use=unused&visibility=internal')).toEqual(['Unused tag'])
    expect(await names('q=leftover')).toEqual(['Unused tag'])
    expect((await list('sort=-uses'))[0]!.uses).toBeGreaterThan(0)
    expect((await api(viewer, 'GET', '/api/tags?use=often')).status).toBe(400)
  })
})

describe('similar names', () => {
  it.each([
    ['E-Mail', 'email'],
    ['Holiday', 'Holidays'],
    ['City', 'Cities'],
    ['天气', 'tianqi'],
    ['Colour', 'Color'],
    ['Organise', 'Organize'],
  ])('%s looks like %s', async (one, other) => {
    const [first, second] = [await create(one), await create(other)]
    expect((await view(first.id)).similar).toEqual([{ id: second.id, name: other }])
    expect((await view(second.id)).similar).toEqual([{ id: first.id, name: one }])
    expect(await names(`similar=true&q=${encodeURIComponent(other)}`)).toContain(other)
  })

  it.each([
    ['Jazz', 'Blues'],
    ['AB', 'AC'],
    ['Painter', 'Pantry'],
  ])('%s does not look like %s', async (one, other) => {
    const tag = await create(one)
    const second = await create(other)
    expect((await view(tag.id)).similar).toEqual([])
    expect((await view(second.id)).similar).toEqual([])
  })

  it('a renamed tag is looked at again', async () => {
    const one = await create('Gardening')
    const other = await create('Cooking')
    await api(editor, 'PATCH', `/api/tags/${other.id}`, { version: 1, name: 'Gardenings' })
    expect((await view(one.id)).similar.map(({ name }) => name)).toEqual(['Gardenings'])
  })

  it('the list does not wait for who is just merging a new tag', async () => {
    const [one, other] = [await create('Waitless'), await create('Wait-less')]
    await sql`update tag set similar_known = false where id = any(${[one.id, other.id]}::uuid[])`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`select from tag where id = ${one.id} for no key update`.execute(trx)
      expect(await names('q=wait')).toEqual(['Wait-less', 'Waitless'])
    })
    expect((await view(one.id)).similar).toEqual([{ id: other.id, name: 'Wait-less' }])
  })
})

describe('editing', () => {
  it.each(['\u200b', ' \u2060 ', '\u202e\u200f'])('a name that no one sees is none: %j', async (name) => {
    const made = await api(editor, 'POST', '/api/tags', { name })
    expect([made.status, made.body.fields]).toMatchObject([400, [{ path: 'name', rule: 'required' }]])
    const { id, version } = await create('Seen')
    expect((await api(editor, 'PATCH', `/api/tags/${id}`, { version, name })).status).toBe(400)
    await api(editor, 'DELETE', `/api/tags/${id}`)
  })

  it('keeps the old address, and refuses a stale version with the newest one', async () => {
    const tag = await create('Old name', { slug: 'old-name' })
    const changed = await api<Tag>(editor, 'PATCH', `/api/tags/${tag.id}`, {
      version: 1,
      slug: 'new-name',
      colour: '#00aa88',
    })
    expect(changed).toMatchObject({ status: 200, body: { slug: 'new-name', version: 2 } })
    expect(await redirect('/tag/old-name')).toBe('/tag/new-name')
    const stale = await api<{ current: Tag; changedBy: string }>(administrator, 'PATCH', `/api/tags/${tag.id}`, {
      version: 1,
      name: 'Mine',
    })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { slug: 'new-name' }, changedBy: 'The editor' },
    })
    await create('Another', { slug: 'old-name' })
    expect(await redirect('/tag/old-name')).toBeUndefined()
  })

  it('says which field is taken', async () => {
    const tag = await create('Taken one')
    await create('Taken two', { slug: 'taken-2' })
    const slug = await api(editor, 'PATCH', `/api/tags/${tag.id}`, { version: 1, slug: 'taken-2' })
    expect(slug).toMatchObject({ status: 409, body: { code: 'slug_taken', fields: [{ path: 'slug' }] } })
    const name = await api(editor, 'PATCH', `/api/tags/${tag.id}`, { version: 1, name: 'TAKEN TWO' })
    expect(name).toMatchObject({ status: 409, body: { code: 'name_taken', fields: [{ path: 'name' }] } })
  })

  it('is for those who may write the taxonomy', async () => {
    const tag = await create('Guarded')
    const spare = await create('Spare')
    for (const person of [author, viewer, adManager]) {
      expect((await api(person, 'GET', `/api/tags/${tag.id}`)).status).toBe(200)
      expect((await api(person, 'POST', '/api/tags', { name: 'No' })).status).toBe(403)
      expect((await api(person, 'PATCH', `/api/tags/${tag.id}`, { version: 1, name: 'No' })).status).toBe(403)
      expect((await merge(tag.id, [spare.id], person)).status).toBe(403)
      expect((await api(person, 'GET', `/api/tags/${tag.id}/merge-preview?from=${spare.id}`)).status).toBe(403)
      expect((await api(person, 'DELETE', `/api/tags/${tag.id}`)).status).toBe(403)
    }
    expect((await api(null, 'GET', '/api/tags')).status).toBe(401)
    expect((await merge(tag.id, [spare.id], administrator)).status).toBe(200)
  })
})

describe('merging', () => {
  it('moves uses in order, in the working copy and in what readers see, without a new version', async () => {
    const [target, one, two, other] = [
      await create('Kept'),
      await create('Gone 1'),
      await create('Gone 2'),
      await create('Other'),
    ]
    const article = await createArticle({ tags: [one.id, other.id, two.id, target.id], status: 'published' })
    const preview = await api<MergePreview>(
      editor,
      'GET',
      `/api/tags/${target.id}/merge-preview?from=${one.id},${two.id}`,
    )
    expect(preview.body).toMatchObject({ articles: 1, published: 1 })
    expect(Object.fromEntries(preview.body.from.map(({ name, uses }) => [name, uses]))).toEqual({
      'Gone 1': 1,
      'Gone 2': 1,
    })
    const before = await checksums()
    const merged = await merge(target.id, [one.id, two.id])
    expect(merged).toMatchObject({
      status: 200,
      body: { moved: 1, entity: { uses: 1, synonyms: ['Gone 1', 'Gone 2'] } },
    })
    expect(await articleNow(article.id)).toMatchObject({ version: article.version, hasChanges: false })
    const now = await articleNow(article.id)
    expect(now.tags).toEqual([target.id, other.id])
    const readers = await api<{ tags: { name: string }[] }>(null, 'GET', `/content/v1/articles/${article.slug}`)
    expect(readers.body.tags.map(({ name }) => name)).toEqual(['Kept', 'Other'])
    expect(await redirect(`/tag/${one.slug}`)).toBe(`/tag/${target.slug}`)
    expect(await names('q=gone 1')).toEqual(['Kept'])
    expect((await api(editor, 'GET', `/api/tags/${one.id}`)).status).toBe(404)

    expect((await undo(merged.body.undo, administrator)).body.code).toBe('undo_expired')
    expect((await undo(merged.body.undo)).body).toMatchObject({ restored: 1, skipped: 0 })
    expect(await checksums()).toEqual(before)
    expect((await undo(merged.body.undo)).body.code).toBe('undo_expired')
  })

  it('counts the same before and after: who gets it, who had it already, and what is in the trash', async () => {
    const [target, one, two] = [await create('Counts stay'), await create('Counts go'), await create('Counts go, too')]
    await createArticle({ tags: [one.id] })
    await createArticle({ tags: [one.id, two.id] })
    await createArticle({ tags: [two.id, target.id] })
    for (const tags of [[one.id], [one.id, target.id]]) {
      const { id, version } = await createArticle({ tags })
      await api(editor, 'POST', `/api/articles/${id}/trash`, { version })
    }
    const before = await view(target.id)
    const path = `/api/tags/${target.id}/merge-preview?from=${one.id},${two.id}`
    expect((await api(editor, 'GET', path)).body).toMatchObject({ articles: 3, had: 1, trashed: 2 })
    const { body } = await merge(target.id, [one.id, two.id])
    expect(body).toMatchObject({ moved: 3, had: 1, trashed: 2 })
    expect(body.entity.uses - before.uses).toBe(3 - 1)
    expect((await undo(body.undo)).body).toMatchObject({ restored: 3 + 2 })
  })

  it('a person who is editing loses nothing: what they send is read as the target', async () => {
    const [target, gone] = [await create('Stays'), await create('Goes')]
    const article = await createArticle({ tags: [gone.id], status: 'published' })
    await merge(target.id, [gone.id])
    const saved = await api<Article>(editor, 'PATCH', `/api/articles/${article.id}`, {
      version: article.version,
      title: 'Typed meanwhile',
      tags: [gone.id, desk.tag.id],
    })
    expect(saved).toMatchObject({ status: 200, body: { title: 'Typed meanwhile' } })
    expect(saved.body.tags).toEqual([target.id, desk.tag.id])
    expect((await createArticle({ tags: [gone.id] })).tags).toEqual([target.id])
  })

  it('leaves alone, on undo, what someone changed since', async () => {
    const [target, gone] = [await create('Here'), await create('There')]
    const changed = await createArticle({ tags: [gone.id] })
    const left = await createArticle({ tags: [gone.id] })
    const merged = await merge(target.id, [gone.id])
    await api(editor, 'PATCH', `/api/articles/${changed.id}`, { version: changed.version, tags: [] })
    expect((await undo(merged.body.undo)).body).toMatchObject({ restored: 1, skipped: 1 })
    expect((await articleNow(changed.id)).tags).toEqual([])
    expect((await articleNow(left.id)).tags).toEqual([gone.id])
  })

  it('refuses itself, strangers and the trashed, by name', async () => {
    const [target, gone] = [await create('Goal'), await create('Bye')]
    expect((await merge(target.id, [target.id])).body).toMatchObject({ fields: [{ path: 'from.0', code: 'same' }] })
    expect((await merge(target.id, [gone.id, uuidv7()])).body.fields).toMatchObject([{ path: 'from.1' }])
    await api(editor, 'DELETE', `/api/tags/${gone.id}`)
    expect((await merge(target.id, [gone.id])).status).toBe(400)
    expect((await merge(gone.id, [target.id])).status).toBe(404)
    expect((await merge(target.id, [])).status).toBe(400)
  })

  it('says before which names will not find the tag, as it has twenty synonyms', async () => {
    const synonyms = Array.from({ length: 19 }, (_, at) => `Crowded synonym ${at}`)
    const [target, one] = [await create('Crowded', { synonyms }), await create('Fits in')]
    const two = await create('Left out', { synonyms: ['CROWDED', 'Left out, too', 'fits IN'] })
    const preview = async (...from: string[]) =>
      (await api<MergePreview>(editor, 'GET', `/api/tags/${target.id}/merge-preview?from=${from.join()}`)).body.unfit
    expect(await preview(one.id)).toEqual([])
    expect(await preview(one.id, two.id)).toEqual(['Left out', 'Left out, too'])
    expect((await merge(target.id, [one.id, two.id])).body.entity.synonyms).toEqual([...synonyms, 'Fits in'])
  })

  it('says so when the old name was given away before the undo', async () => {
    const [target, gone] = [await create('Receiver'), await create('Given away')]
    const merged = await merge(target.id, [gone.id])
    await create('given away', { slug: 'something-else' })
    expect((await undo(merged.body.undo)).body.code).toBe('name_taken')
    expect((await api(editor, 'GET', `/api/tags/${gone.id}`)).status).toBe(404)
  })
})

describe('deleting', () => {
  it('takes the tag off its articles, and undo puts it back where it was', async () => {
    const tag = await create('Doomed')
    await createArticle({ tags: [desk.tag.id, tag.id], status: 'published' })
    expect((await view(tag.id)).uses).toBe(1)
    const before = await checksums()
    const reply = await app.inject({ method: 'DELETE', url: `/api/tags/${tag.id}`, headers: editor.headers })
    expect(reply.statusCode).toBe(204)
    expect(await checksums()).not.toEqual(before)
    const items = [{ type: 'tag', id: tag.id }]
    const restored = await api(editor, 'POST', '/api/trash/restore', { items })
    expect(restored.body).toMatchObject({ results: [{ ok: true, skipped: 0 }] })
    await view(tag.id)
    expect(await checksums()).toEqual(before)
    const many = await api<{ deleted: number; articles: number }>(editor, 'POST', '/api/tags/delete', { ids: [tag.id] })
    expect(many.body).toMatchObject({ deleted: 1, articles: 1 })
    expect((await api(editor, 'DELETE', `/api/tags/${tag.id}`)).status).toBe(404)
  })
})

describe('before deleting', () => {
  it('an article that carries several of the tags is counted once', async () => {
    const [one, two] = [await create('Doubly used'), await create('Used twice')]
    await createArticle({ tags: [one.id, two.id], status: 'published' })
    await createArticle({ tags: [two.id] })
    const path = `/api/tags/delete-preview?ids=${one.id},${two.id}`
    expect((await api(editor, 'GET', path)).body).toEqual({ articles: 2, published: 1 })
    const trashed = await createArticle({ tags: [one.id] })
    await api(editor, 'POST', `/api/articles/${trashed.id}/trash`, { version: trashed.version })
    expect((await api(editor, 'GET', path)).body, 'not what is in the trash').toEqual({ articles: 2, published: 1 })
    expect((await api(viewer, 'GET', path)).status).toBe(403)
    expect((await api(editor, 'GET', '/api/tags/delete-preview?ids=x')).status).toBe(400)
    expect((await api(editor, 'GET', '/api/tags/delete-preview')).status).toBe(400)
    const { body } = await api(editor, 'POST', '/api/tags/delete', { ids: [one.id, two.id] })
    expect(body).toMatchObject({ deleted: 2, articles: 2 })
  })
})

describe('at once', () => {
  it('two merges of the same tags: one wins, the other is told', async () => {
    const [one, two, gone] = [await create('Left side'), await create('Right side'), await create('Middle')]
    await createArticle({ tags: [gone.id] })
    const answers = await Promise.all([merge(one.id, [gone.id]), merge(two.id, [gone.id])])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const crossed = await Promise.all([merge(one.id, [two.id]), merge(two.id, [one.id])])
    expect(crossed.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = (await view(one.id)).id ?? (await view(two.id)).id
    expect((await view(left)).uses).toBe(1)
  })

  it('merges while ten people save and publish: nothing points at what is gone', async () => {
    const target = await create('Whirl')
    const gone = await Promise.all(Array.from({ length: 5 }, (_, at) => create(`Swirl number ${at}`)))
    const articles = []
    for (let at = 0; at < 10; at++) articles.push(await createArticle({ tags: [gone[at % 5]!.id] }))
    const save = async ({ id, version }: Article, at: number) => {
      const tags = [gone[(at + 1) % 5]!.id, gone[at % 5]!.id]
      const saved = await api<Article>(editor, 'PATCH', `/api/articles/${id}`, { version, tags })
      expect(saved.status).toBe(200)
      return api(editor, 'POST', `/api/articles/${id}/publish`, { version: saved.body.version })
    }
    const answers = await Promise.all([...articles.map(save), ...gone.map(({ id }) => merge(target.id, [id]))])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await sql<{ bad: number }>`select
      (select count(*) from article_tag join tag on tag.id = tag_id where merged_into = ${target.id})
      + (select count(*) from article_live where tag_ids && ${gone.map(({ id }) => id)}::uuid[]) as bad`.execute(db)
    expect(rows[0]!.bad).toBe(0)
    expect((await view(target.id)).uses).toBe(10)
    expect(await redirect(`/tag/${gone[3]!.slug}`)).toBe(`/tag/${target.slug}`)
  })
})

describe('for the outside site', () => {
  it('public tags come page by page, with an ETag; internal ones never', async () => {
    await create('Not for readers', { visibility: 'internal' })
    const seen: string[] = []
    for (let cursor: string | null = '', page = 0; cursor !== null && page < 99; page++) {
      const reply: { body: { items: { slug: string }[]; nextCursor: string | null } } = await api(
        null,
        'GET',
        `/content/v1/tags?limit=7${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...reply.body.items.map(({ slug }) => slug))
      cursor = reply.body.nextCursor
    }
    const { rows } = await sql<{ slug: string }>`select slug from tag
      where deleted_at is null and visibility = 'public' order by slug`.execute(db)
    expect(seen).toEqual(rows.map(({ slug }) => slug))
    const first = await app.inject('/content/v1/tags')
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await app.inject({ url: '/content/v1/tags', headers })).statusCode).toBe(304)
    expect((await api(null, 'GET', '/content/v1/tags?cursor=abc')).status).toBe(400)
  })
})

describe('B2', () => {
  it('50 tags used by very many articles become one in one request, and undo restores the very same rows', async () => {
    const articles = amount({ full: 10_000, short: 2000 })
    const target = await create('Fifty in one')
    const tags = await db
      .insertInto('tag')
      .values(
        Array.from({ length: 50 }, (_, at) => ({
          id: uuidv7(),
          name: `Bulk tag ${at}`,
          slug: `bulk-tag-${at}`,
          synonyms: [] as string[],
        })),
      )
      .returning('id')
      .execute()
    const ids = tags.map(({ id }) => id)
    const linked = sql`array(select (${ids}::uuid[])[1 + (n + step * 7) % 50] from generate_series(0, 2) as step)`
    await db.connection().execute(async (one) => {
      for (let from = 1; from <= articles; from += 250) {
        // Checks of references planned while the tables were nearly empty would read them all, for each link.
        await sql`discard plans`.execute(one)
        const range = sql`generate_series(${from}::int, ${from + 249}::int) as n`
        const id = sql`md5('bulk ' || n)::uuid`
        await sql`insert into article (id, title, slug, status, published_at)
        select ${id}, 'Bulk ' || n, 'bulk-' || n, 'published', now() from ${range}`.execute(one)
        await sql`insert into article_tag select ${id}, tag, place * 3
        from ${range}, unnest(${linked}) with ordinality as given(tag, place)`.execute(one)
        await sql`insert into article_live (article_id, slug, title, published_at, updated_at, featured, author_ids,
          category_ids, tag_ids, content, word_count, reading_time, version)
        select ${id}, 'bulk-' || n, 'Bulk ' || n, now(), now(), false, '{}', '{}', ${linked},
          jsonb_build_object('body', repeat('x', 4000), 'tags', to_jsonb(${linked})), 1, 1, 1 from ${range}`.execute(
          one,
        )
      }
    })
    const counted = await list('q=bulk tag&pageSize=50')
    expect(counted.map(({ uses }) => uses)).toEqual(counted.map(() => (articles * 3) / 50))
    const preview = await api<MergePreview>(editor, 'GET', `/api/tags/${target.id}/merge-preview?from=${ids.join()}`)
    expect(preview.body).toMatchObject({ articles, published: articles })
    const before = await checksums()
    const merged = await merge(target.id, ids)
    expect(merged).toMatchObject({ status: 200, body: { moved: articles, entity: { uses: articles } } })
    for (const at of [0, 17, 49]) expect(await redirect(`/tag/bulk-tag-${at}`)).toBe(`/tag/${target.slug}`)
    expect((await undo(merged.body.undo)).body).toMatchObject({ restored: articles, skipped: 0 })
    expect(await checksums()).toEqual(before)
  }, 180_000)
})
