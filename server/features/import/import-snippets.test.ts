import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SNIPPETS_MOST } from '#contract/snippets.ts'
import { createImportDesk } from './testing/import-desk.ts'
import { ghostPost, ghostSite, lexical, paragraph, text } from './testing/ghost-file.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { db, importFile, articleOf, codes } = await createImportDesk()
const snippets = () => db.selectFrom('snippet').select(['name', 'body']).orderBy('name').execute()
const paragraphBlock = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`
const block = (id: number, title: string, content: string, status = 'publish') =>
  wordpressItem({ id, type: 'wp_block', title, content, status })

it('reusable blocks of WordPress become snippets, and articles that show them have their text', async () => {
  const file = wordpressFile(
    block(10, 'Write to us', paragraphBlock('Letters to <strong>the desk</strong>.')) +
      block(11, 'Deleted there', paragraphBlock('Gone.'), 'trash') +
      block(12, 'Only a form', '<!-- wp:search {"label":"Search"} /-->') +
      wordpressItem({ id: 1, content: `${paragraphBlock('News.')}<!-- wp:block {"ref":10} /-->` }),
  )
  const { item } = await importFile(file)
  expect((await articleOf(1)).body).toBe('<p>News.</p><p>Letters to <strong>the desk</strong>.</p>')
  expect(codes(item(1))).not.toContain('not_kept')
  expect(await snippets()).toEqual([{ name: 'Write to us', body: '<p>Letters to <strong>the desk</strong>.</p>' }])
  expect(item(10)).toMatchObject({ outcome: 'created', reasons: [] })
  expect(item(11)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'in_trash_there' }] })
  expect(item(12)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'no_text' }] })

  const again = await importFile(file)
  expect(again.item(10)).toMatchObject({ outcome: 'unchanged' })
  await sql`update snippet set body = '<p>Ours</p>'`.execute(db)
  const changed = wordpressFile(block(10, 'Write to us', paragraphBlock('Changed there.')))
  expect((await importFile(changed)).item(10)).toMatchObject({ outcome: 'merged', reasons: [{ code: 'kept_ours' }] })
  expect(await snippets()).toEqual([{ name: 'Write to us', body: '<p>Ours</p>' }])
})

it('snippets of Ghost come over with their formatting; a name that is taken gets a number', async () => {
  const file = ghostSite([ghostPost('p1')], {
    snippets: [
      { id: 's1', name: 'write to us', lexical: lexical(paragraph(text('The desk', 1))) },
      { id: 's2', name: 'Without text' },
    ],
  })
  const { item } = await importFile(file)
  expect(item('s1')).toMatchObject({ outcome: 'created' })
  expect(item('s2')).toMatchObject({ outcome: 'skipped' })
  expect(await snippets()).toContainEqual({ name: 'write to us (2)', body: '<p><strong>The desk</strong></p>' })
  expect((await importFile(file)).item('s1')).toMatchObject({ outcome: 'unchanged' })
})

it('a dry run leaves none behind, and there are no more than may be', async () => {
  const before = await snippets()
  const { item } = await importFile(wordpressFile(block(20, 'Tried', paragraphBlock('Tried.'))), { dryRun: true })
  expect(item(20)).toMatchObject({ outcome: 'created' })
  expect(await snippets()).toEqual(before)
  await sql`insert into snippet (id, name, body) select gen_random_uuid(), 'Filler ' || n, '<p>x</p>'
    from generate_series(1, ${SNIPPETS_MOST - before.length - 1}::int) as n`.execute(db)
  const two = wordpressFile(
    block(21, 'The last', paragraphBlock('Last.')) + block(22, 'Too many', paragraphBlock('More.')),
  )
  const full = await importFile(two)
  expect(full.item(21)).toMatchObject({ outcome: 'created' })
  expect(full.item(22)).toMatchObject({ outcome: 'skipped', reasons: [{ code: 'too_many_snippets' }] })
})
