import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { countUses } from './media-use-queries.ts'
import { createLibrary } from './testing/library.ts'

const { db, editor, call, added, seen, listed, createArticle } = await createLibrary()

const body = (...ids: string[]) => ids.map((id) => `<p>x</p><img src="/media/${id}/640.webp">`).join('')
const publish = (articleId: string, content: object) =>
  db
    .insertInto('articleLive')
    .values({
      articleId,
      slug: articleId,
      title: 'Live',
      featured: false,
      version: 1,
      authorIds: [],
      categoryIds: [],
      tagIds: [],
      wordCount: 0,
      readingTime: 0,
      publishedAt: new Date(),
      updatedAt: new Date(),
      content: JSON.stringify({ body: '', cover: null, socialImage: null, ...content }),
    } as never)
    .execute()
/** One after the other: who looks while another is just adding up is told what was known before. */
const usesOf = async (...media: Media[]) => {
  const uses: number[] = []
  for (const { id } of media) uses.push((await seen(id)).uses)
  return uses
}
/** The count is what a look at the very rows finds. */
const expectExact = async (...media: Media[]) => {
  const true_ = await countUses(
    db,
    media.map(({ id }) => id),
  )
  expect(await usesOf(...media)).toEqual(media.map(({ id }) => true_.get(id)))
}

it('an article that shows a picture in three places, and to readers too, is one use', async () => {
  const media = await added()
  const { id } = await createArticle({ coverMedia: media.id, socialImage: media.id, body: body(media.id, media.id) })
  expect(await usesOf(media)).toEqual([1])
  await publish(id, { body: body(media.id), cover: { media: media.id } })
  expect(await usesOf(media)).toEqual([1])
  const uses = await call(editor, 'GET', `/api/media/${media.id}/uses`)
  expect(uses.json()).toMatchObject({
    total: 1,
    items: [{ id, places: ['cover', 'socialImage', 'body', 'published'] }],
  })
  // Editors have taken it out; readers still see it.
  await db.updateTable('article').set({ coverMedia: null, socialImage: null, body: '' }).where('id', '=', id).execute()
  expect(await usesOf(media)).toEqual([1])
  await db.deleteFrom('articleLive').where('articleId', '=', id).execute()
  expect(await usesOf(media)).toEqual([0])
})

it('a text that shows another picture moves the count, and one that keeps its pictures moves nothing', async () => {
  const [one, two] = [await added(), await added()]
  const { id } = await createArticle({ body: body(one.id) })
  const edit = (text: string) => db.updateTable('article').set({ body: text }).where('id', '=', id).execute()
  await edit(`${body(one.id)}<p>More words</p>`)
  expect((await db.selectFrom('useChange').selectAll().where('entityId', '=', one.id).execute()).length).toBe(1)
  expect(await usesOf(one, two)).toEqual([1, 0])
  await edit(body(two.id.toUpperCase(), one.id))
  expect(await usesOf(one, two)).toEqual([1, 1])
  await edit(body(two.id))
  expect(await usesOf(one, two)).toEqual([0, 1])
  await edit('<p>The address /media/nothing/ and /media/0/ mean nothing</p>')
  expect(await usesOf(one, two)).toEqual([0, 0])
})

it('an article that is deleted permanently uses nothing, published or not; one in the trash still does', async () => {
  const [cover, both, live] = [await added(), await added(), await added()]
  const { id } = await createArticle({ coverMedia: cover.id, body: body(both.id) })
  await publish(id, { body: body(both.id, live.id) })
  await db.updateTable('article').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  expect(await usesOf(cover, both, live)).toEqual([1, 1, 1])
  await db.deleteFrom('article').where('id', '=', id).execute()
  expect(await usesOf(cover, both, live)).toEqual([0, 0, 0])
})

it('an avatar is a use until the author has another face, or is gone', async () => {
  const [one, two] = [await added(), await added()]
  const id = uuidv7()
  await db.insertInto('author').values({ id, displayName: 'Ann', slug: 'ann', avatar: one.id, links: '[]' }).execute()
  expect(await usesOf(one, two)).toEqual([1, 0])
  await db.updateTable('author').set({ avatar: two.id, bio: 'x' }).where('id', '=', id).execute()
  expect(await usesOf(one, two)).toEqual([0, 1])
  await db.deleteFrom('author').where('id', '=', id).execute()
  expect(await usesOf(one, two)).toEqual([0, 0])
})

it('whatever is done to articles in whatever order, the count is exact', async () => {
  const media = [await added(), await added(), await added()]
  const articles = [await createArticle({}), await createArticle({}), await createArticle({})]
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % most
  }
  const some = () => media.filter(() => random(2) === 0).map(({ id }) => id)
  const one = () => media[random(4)]?.id ?? null
  for (let round = 0; round < 120; round++) {
    const { id } = articles[random(articles.length)]!
    const content = { body: body(...some()), cover: random(2) ? { media: one() } : null, socialImage: one() }
    const change = random(4)
    if (change === 0)
      await db
        .updateTable('article')
        .set({ body: body(...some()), coverMedia: one(), socialImage: one() })
        .where('id', '=', id)
        .execute()
    if (change === 1) {
      await db.deleteFrom('articleLive').where('articleId', '=', id).execute()
      await publish(id, content)
    }
    if (change === 2)
      await db
        .updateTable('articleLive')
        .set({ content: JSON.stringify(content) } as never)
        .where('articleId', '=', id)
        .execute()
    if (change === 3 && random(4) === 0) {
      await db.deleteFrom('article').where('id', '=', id).execute()
      articles.splice(
        articles.findIndex((article) => article.id === id),
        1,
        await createArticle({ coverMedia: one() ?? undefined } as never),
      )
    }
    if (round % 20 === 19) await expectExact(...media)
  }
  await expectExact(...media)
})

it('forty people who use one picture at once are forty uses', async () => {
  const media = await added()
  await Promise.all(Array.from({ length: 40 }, () => createArticle({ coverMedia: media.id })))
  // Whoever looks while another adds up is told fewer, never more.
  const counts = await Promise.all(Array.from({ length: 8 }, () => usesOf(media)))
  expect(Math.max(...counts.flat())).toBeLessThanOrEqual(40)
  expect(await usesOf(media)).toEqual([40])
})

it('what nothing shows is found by a filter, and the most used come first', async () => {
  const [unused, used, often] = [await added(), await added(), await added()]
  await createArticle({ coverMedia: used.id, body: body(often.id) })
  await createArticle({ coverMedia: often.id })
  const ids = async (query: string) => (await listed(query)).items.map(({ id }) => id)
  expect(await ids('unused=true')).toContain(unused.id)
  expect(await ids('unused=true')).not.toContain(used.id)
  expect(await ids('unused=false')).toEqual(expect.arrayContaining([used.id, often.id]))
  const order = await ids('sort=-uses')
  expect(order.indexOf(often.id)).toBeLessThan(order.indexOf(used.id))
  expect(order.indexOf(used.id)).toBeLessThan(order.indexOf(unused.id))
})

it('a search in the order of uses knows of those that are not added up yet', async () => {
  const often = await added(editor, undefined, 'Harbour often.jpg')
  const [once, never] = [
    await added(editor, undefined, 'Harbour once.jpg'),
    await added(editor, undefined, 'Harbour never.jpg'),
  ]
  await createArticle({ coverMedia: often.id })
  await createArticle({ coverMedia: often.id, body: body(once.id) })
  const ids = async (sort: string) => (await listed(`q=harbour&sort=${sort}`)).items.map(({ id }) => id)
  expect(await ids('uses')).toEqual([never.id, once.id, often.id])
  expect(await ids('-uses')).toEqual([often.id, once.id, never.id])
})
