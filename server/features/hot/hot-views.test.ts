import { expect, it } from 'vitest'
import type { HotList } from '#contract/hot.ts'
import { ago, BROWSER, createReaders } from '../events/testing/readers.ts'
import { rankHot } from './hot-rank-commands.ts'

const { api, db, editor, createArticle, send, store } = await createReaders()
const hot = async (window: string) => (await api<HotList>(editor, 'GET', `/api/hot?window=${window}`)).body.items

it('shows the same views in its columns and behind the parts of its scores, whatever the time of day', async () => {
  let reader = 0
  for (const title of ['One', 'Two', 'Three']) {
    const article = await createArticle({ status: 'published', title })
    for (let n = 0; n < 30; n++) {
      reader++
      const from = { ip: `198.51.100.${reader}`, userAgent: `${BROWSER} Reader/${reader}` }
      // Half of them within two hours, the others within a day.
      await send([{ type: 'view', article: article.id, at: ago(Math.random() * (n % 2 ? 120 : 1380)) }], from)
    }
  }
  await store.rollUp()
  for (const minutes of [1, 13, 26, 39, 52]) {
    await rankHot(db, store, new Date(Date.now() + minutes * 60_000))
    const day = await hot('24h')
    expect(day).toHaveLength(3)
    for (const { views1h, views24h, parts, partViews, score } of day) {
      expect(parts.recent > 0).toBe(views1h > 0)
      expect(parts.earlier > 0).toBe(views24h > views1h)
      expect(partViews).toEqual({ recent: views1h, earlier: views24h - views1h })
      expect(Math.abs(parts.recent + parts.earlier + parts.lift - score)).toBeLessThanOrEqual(1e-9)
    }
    for (const { views1h, partViews } of await hot('1h')) expect(partViews.recent + partViews.earlier).toBe(views1h)
    for (const { views24h, parts, partViews } of await hot('7d')) {
      expect(partViews.recent).toBe(views24h)
      expect(parts.recent > 0).toBe(views24h > 0)
    }
    for (const { id, views1h, views24h } of await hot('7d'))
      expect(day.find((item) => item.id === id)).toMatchObject({ views1h, views24h })
  }
})
