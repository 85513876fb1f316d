import { describe, expect, it } from 'vitest'
import type { Author } from '#contract/authors.ts'
import type { Category } from '#contract/categories.ts'
import type { ListReply } from '#contract/list.ts'
import type { Tag } from '#contract/tags.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, db, administrator, editor, author, viewer } = await createDesk()

describe('categories', () => {
  it('know their path, which is shown and not searched', async () => {
    const world = await api<Category>(editor, 'POST', '/api/categories', { name: '国际 World' })
    expect(world).toMatchObject({ status: 201, body: { slug: 'guo-ji-world', path: ['国际 World'], position: 1 } })
    const asia = await api<Category>(editor, 'POST', '/api/categories', { name: 'Asia', parent: world.body.id })
    expect(asia.body).toMatchObject({ path: ['国际 World', 'Asia'], position: 0 })
    const found = await api<ListReply<Category>>(viewer, 'GET', `/api/categories?q=${encodeURIComponent('国际')}`)
    const spelled = await api<ListReply<Category>>(viewer, 'GET', '/api/categories?q=guoji')
    expect(spelled.body.items).toEqual(found.body.items)
    expect(found.body.items.map(({ path }) => path)).toEqual([['国际 World']])
    expect((await api<Category>(viewer, 'GET', `/api/categories/${asia.body.id}`)).body.path).toEqual([
      '国际 World',
      'Asia',
    ])
  })

  it('are unique among siblings, ignoring case, and at most six deep', async () => {
    let parent: string | null = null
    for (let depth = 1; depth <= 6; depth++) {
      const made: { status: number; body: Category } = await api<Category>(editor, 'POST', '/api/categories', {
        name: 'Down',
        parent,
      })
      expect(made.status).toBe(201)
      const again = await api<Category>(editor, 'POST', '/api/categories', { name: 'DOWN', parent })
      expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } })
      parent = made.body.id
    }
    const tooDeep = await api(editor, 'POST', '/api/categories', { name: 'Down', parent })
    expect(tooDeep).toMatchObject({ status: 400, body: { fields: [{ path: 'parent', code: 'too_deep' }] } })
    const nowhere = await api(editor, 'POST', '/api/categories', { name: 'X', parent: editor.user.id })
    expect(nowhere).toMatchObject({ status: 400, body: { fields: [{ path: 'parent' }] } })
  })
})

describe('tags', () => {
  it('are found by a synonym, and exist once, ignoring case', async () => {
    const made = await api<Tag>(editor, 'POST', '/api/tags', {
      name: 'Artificial intelligence',
      synonyms: ['AI', '人工智能'],
    })
    expect(made).toMatchObject({ status: 201, body: { slug: 'artificial-intelligence', visibility: 'public' } })
    for (const q of ['ai', '人工', 'INTELL'])
      expect(
        (await api<ListReply<Tag>>(viewer, 'GET', `/api/tags?q=${encodeURIComponent(q)}`)).body.items,
      ).toMatchObject([{ id: made.body.id }])
    expect((await api<ListReply<Tag>>(viewer, 'GET', '/api/tags?q=%25')).body.items).toEqual([])
    const twice = await api(editor, 'POST', '/api/tags', { name: 'artificial INTELLIGENCE' })
    expect(twice).toMatchObject({ status: 409, body: { code: 'name_taken', fields: [{ path: 'name' }] } })
    const slug = await api(editor, 'POST', '/api/tags', { name: 'Other', slug: 'artificial-intelligence' })
    expect(slug).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
  })

  it('of the same name made by ten people at once exist once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api(editor, 'POST', '/api/tags', { name: 'Rush' })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await db.selectFrom('tag').select('id').where('name', '=', 'Rush').execute()).toHaveLength(1)
  })
})

describe('authors', () => {
  it('may share a name and then have numbered slugs; an account has one author', async () => {
    const one = await api<Author>(administrator, 'POST', '/api/authors', { displayName: '李雷', user: author.user.id })
    const two = await api<Author>(editor, 'POST', '/api/authors', { displayName: '李雷' })
    expect([one.body.slug, two.body.slug]).toEqual(['li-lei', 'li-lei-2'])
    expect(one.body).toMatchObject({
      user: author.user.id,
      links: [],
      avatarUrl: null,
      createdBy: { name: 'The administrator' },
    })
    const third = await api(administrator, 'POST', '/api/authors', { displayName: 'Han', user: author.user.id })
    expect(third).toMatchObject({ status: 400, body: { fields: [{ path: 'user', code: 'taken' }] } })
  })
})

describe('who may', () => {
  it.each(['/api/authors', '/api/tags', '/api/categories'])('everybody reads %s, only editors add', async (url) => {
    expect((await api(viewer, 'GET', url)).status).toBe(200)
    expect((await api(null, 'GET', url)).status).toBe(401)
    const fields = url === '/api/authors' ? { displayName: 'New' } : { name: 'New' }
    expect((await api(author, 'POST', url, fields)).status).toBe(403)
    expect((await api(viewer, 'POST', url, fields)).status).toBe(403)
    expect((await api(editor, 'POST', url, { ...fields, id: editor.user.id })).status).toBe(400)
    expect((await api(editor, 'POST', url, fields)).status).toBe(201)
    expect((await api(editor, 'GET', `${url}?email=x`)).status).toBe(400)
    expect((await api(editor, 'GET', `${url}?sort=email`)).status).toBe(400)
  })
})
