import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flawOf } from '#contract/category-tree.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { importCategoryTable } from './category-import-commands.ts'
import { categoryNodes } from './category-queries.ts'

const { db } = await createTestDatabase()
const taxonomy = new URL('../../../../shared/data/taxonomy/content-taxonomy-3.1.tsv', import.meta.url)

describe('a table of categories', () => {
  it('makes a tree, a second time changes nothing, and a dry run writes nothing', async () => {
    const table = 'Id\tParent\tName\n2\t1\tFootball\n1\t\tSport\n3\t9\tLost\n4\t\t\n5\t1\tfootball\n'
    const dry = await importCategoryTable(db, table, true)
    expect(await categoryNodes(db)).toEqual([])
    const first = await importCategoryTable(db, table, false)
    expect(first).toEqual(dry)
    expect(first).toMatchObject({ inFile: 5, created: 2, unchanged: 1, skipped: [{ line: 4 }, { line: 5 }] })
    const nodes = await categoryNodes(db)
    expect(nodes.map(({ name }) => name).toSorted()).toEqual(['Football', 'Sport'])
    expect(await importCategoryTable(db, table, false)).toMatchObject({ created: 0, unchanged: 3 })
    expect(await categoryNodes(db)).toEqual(nodes)
  })

  it.skipIf(!existsSync(taxonomy))(
    'of 704 lines is in the tree whole (needs ../shared/data)',
    async () => {
      const table = readFileSync(taxonomy, 'utf8')
      const report = await importCategoryTable(db, table, false)
      expect(report.inFile).toBe(704)
      expect(report.created + report.unchanged).toBe(704)
      expect(flawOf(await categoryNodes(db))).toBeUndefined()
      expect(await importCategoryTable(db, table, false)).toMatchObject({ created: 0, unchanged: 704, skipped: [] })
    },
    60_000,
  )
})
