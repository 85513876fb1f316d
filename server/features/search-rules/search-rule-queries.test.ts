import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { termKey } from '#contract/search-terms.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { searchRulesFor } from './search-rule-queries.ts'

const { db, createArticle } = await createDesk()
const published = async (title: string) => (await createArticle({ status: 'published', title })).id
const rule = (term: string, head: string, pins: string[] = [], hidden = false) =>
  sql`insert into search_rule (key, term, head, pins, hidden)
    values (${termKey(term)}, ${term}, ${termKey(head)}, ${pins}::uuid[], ${hidden})`.execute(db)

describe('the rules of a search term', () => {
  it('are none at first', async () => {
    expect(await searchRulesFor(db, 'Bridge')).toEqual({ pins: [], synonyms: [], hidden: false })
  })

  it('hold for each spelling and synonym, the pins of the main term first, and only those that readers can open', async () => {
    const [one, two, three] = [await published('One'), await published('Two'), await published('Three')]
    const draft = (await createArticle()).id
    await rule('car', 'car', [two, draft, one])
    await rule('auto', 'car', [three, two])
    await rule('vehicle', 'car')
    await rule('boat', 'boat', [one])
    expect(await searchRulesFor(db, ' ＣＡＲs')).toEqual({
      pins: [two, one, three],
      synonyms: ['auto', 'vehicle'],
      hidden: false,
    })
    expect((await searchRulesFor(db, 'Autos')).synonyms).toEqual(['car', 'vehicle'])
    expect(await searchRulesFor(db, 'boats')).toEqual({ pins: [one], synonyms: [], hidden: false })
  })

  it('hide the whole group', async () => {
    await rule('bad', 'bad')
    await rule('worse', 'bad', [], true)
    expect((await searchRulesFor(db, 'bad')).hidden).toBe(true)
  })

  it('give no more than five pins', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await published(`Many ${n}`))
    await rule('many', 'many', ids.slice(0, 3))
    await rule('most', 'many', ids.slice(3))
    expect((await searchRulesFor(db, 'many')).pins).toEqual(ids.slice(0, 5))
  })
})
