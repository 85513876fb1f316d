import { describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import { tableChecksums } from './testing/table-checksums.ts'
import { wordpressAuthor, wordpressCategory, wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { db, importFile, articleOf, liveOf } = await createImportDesk()

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
