import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { CATEGORY_DEPTH_MAX, flawOf, lineOf } from '#contract/category-tree.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { dice } from '../../testing/dice.ts'
import { readContent } from '../articles/article-content-rules.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { amount } from '../../testing/amount.ts'

const { api, db, signIn, administrator, editor, createArticle } = await createDesk()
const OPERATIONS = amount({ full: 1500, short: 400 })
const SEED = 20_260

const tree = async () => (await api<{ items: CategoryTreeItem[] }>(editor, 'GET', '/api/categories/tree')).body.items

it('B3 four people move, merge, delete and undo again and again at once: always a tree, and no article is lost', async () => {
  const roll = dice(SEED)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const ids: string[] = []
  for (let n = 0; n < 60; n++) {
    const parent = n < 6 ? null : pick(ids.slice(0, 30))
    const made = await api<{ id: string }>(editor, 'POST', '/api/categories', { name: `N${n % 40}`, parent })
    if (made.status === 201) ids.push(made.body.id)
  }
  const articles: string[] = []
  for (let n = 0; n < 40; n++) {
    const categories = [...new Set([pick(ids), pick(ids)])]
    const primaryCategory = pick(ids.filter((id) => !categories.includes(id)))
    const status = n % 3 === 0 ? 'published' : 'draft'
    articles.push((await createArticle({ primaryCategory, categories, status })).id)
  }

  const people: Person[] = [administrator, editor, await signIn('editor'), await signIn('administrator')]
  const statuses = new Map<number, number>()
  const undone = new Map<string, number>()
  const seen: string[] = []
  let left = OPERATIONS
  const inspect = async () => {
    const nodes = await tree()
    const flaw = flawOf(nodes)
    if (flaw) seen.push(flaw)
    // The screen shows them as they are stored: each after its parent, siblings by position.
    const shown = nodes.map(({ id }) => id)
    if (nodes.some(({ id, parent }) => parent && shown.indexOf(parent) > shown.indexOf(id))) seen.push('order')
    const last = new Map<string | null, number>()
    for (const { parent, position } of nodes) {
      if (position <= (last.get(parent) ?? -1)) seen.push('siblings')
      last.set(parent, position)
    }
    return nodes
  }
  const work = async (person: Person) => {
    let undo: UndoPointer | undefined
    let of = ''
    while (left-- > 0) {
      const chance = roll(100)
      const [id, other] = [pick(ids), pick(ids)]
      const [url, body] =
        chance < 60
          ? [`/${id}/move`, { parent: roll(5) === 0 ? null : other, position: roll(6) }]
          : chance < 72
            ? [`/${id}/merge`, { from: [other] }]
            : chance < 84
              ? [
                  `/${id}/remove`,
                  { children: roll(2) ? 'up' : { into: other }, articles: roll(4) ? { to: pick(ids) } : 'none' },
                ]
              : chance < 92 && undo
                ? ['/undo', undefined]
                : ['', { name: `M${roll(60)}`, parent: roll(3) ? other : null }]
      const { status, body: answer } = await api<{ id?: string; undo?: UndoPointer }>(
        person,
        'POST',
        url === '/undo' ? `/api/undo/${undo?.id}` : `/api/categories${url}`,
        body as object,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (url === '/undo' && status === 200) undone.set(of, (undone.get(of) ?? 0) + 1)
      if (answer.undo) of = url.split('/').at(-1) ?? ''
      undo = answer.undo ?? (url === '/undo' ? undefined : undo)
      if (status === 201 && answer.id) ids.push(answer.id)
      if (left % 50 === 0) await inspect()
    }
  }
  await Promise.all(people.map(work))

  const nodes = await inspect()
  expect(seen).toEqual([])
  expect(Math.max(...nodes.map(({ id }) => lineOf(nodes, id).length))).toBeLessThanOrEqual(CATEGORY_DEPTH_MAX)
  // Refused is right, broken is not.
  expect([...statuses.keys()].filter((status) => ![200, 201, 400, 404, 409].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(OPERATIONS / 10)
  expect(undone.get('move')).toBeGreaterThan(0)
  const stored = await sql<{ id: string }>`with recursive shown (id, place) as (
      select id, array[position] from category where parent is null and deleted_at is null
      union all
      select category.id, place || category.position from category join shown on category.parent = shown.id
      where deleted_at is null
    ) select id from shown order by place`.execute(db)
  expect(nodes.map(({ id }) => id)).toEqual(stored.rows.map(({ id }) => id))

  // Counted while they worked, or all at the end: the same.
  const counts = nodes.map(({ id, own, total }) => ({ id, own, total }))
  await sql`select recount_categories()`.execute(db)
  expect((await tree()).map(({ id, own, total }) => ({ id, own, total }))).toEqual(counts)

  const alive = new Set(nodes.map(({ id }) => id))
  const rows = await db.selectFrom('article').select(['id', 'status', 'primaryCategory']).execute()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(articles))
  for (const { status, primaryCategory } of rows) {
    if (status === 'published') expect(primaryCategory).not.toBeNull()
    if (primaryCategory) expect(alive).toContain(primaryCategory)
  }
  for (const { categoryId } of await db.selectFrom('articleCategory').select('categoryId').execute())
    expect(alive).toContain(categoryId)
  for (const { categoryIds, content } of await db.selectFrom('articleLive').selectAll().execute()) {
    const { primaryCategory, categories } = readContent(content)
    expect(categoryIds).toEqual([primaryCategory, ...categories])
    for (const id of categoryIds) expect(alive).toContain(id)
  }
}, 300_000)

it('while articles follow a merge, others are saved', async () => {
  const make = async (name: string) => (await api(editor, 'POST', '/api/categories', { name })).body
  const [gone, kept] = [await make('Large one'), await make('Kept one')]
  await createArticle({ primaryCategory: gone.id, status: 'published' })
  const other = await createArticle()
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query ilike '%redirect%' and pid <> pg_backend_pid()`.execute(db)
    return rows.length > 0
  }
  let merge: Promise<{ status: number }> | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      // The merge has to wait for this, late: its articles have been moved by then.
      const path = `/categories/${gone.slug}`
      await trx.insertInto('redirect').values({ path, entityType: 'category', entityId: kept.id }).execute()
      merge = api<object>(editor, 'POST', `/api/categories/${kept.id}/merge`, { from: [gone.id] })
      await expect.poll(waits).toBe(true)
      const url = `/api/articles/${other.id}`
      expect((await api(administrator, 'PATCH', url, { version: 1, title: 'Saved' })).status).toBe(200)
      expect((await api(administrator, 'POST', '/api/articles', { title: 'Made' })).status).toBe(201)
      throw new Error('over')
    })
    .catch((error: Error) => expect(error.message).toBe('over'))
  expect((await merge)?.status).toBe(200)
})
