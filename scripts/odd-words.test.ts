import { expect, it } from 'vitest'
import { oddWords } from './odd-words.ts'

it.each([
  ['const row = await holdArticle(trx)', 'holdArticle'],
  ['// Nobody waits for it.', 'Nobody'],
  ['t`Deleted for good`', 'for good'],
  ['import { lock } from "../catalogue/lock.ts"', 'catalogue'],
  ['export function settleUpload() {}', 'settleUpload'],
  ['  elsewhere: { matching, most }', 'elsewhere: '],
  ['type Upload = { became: string }', 'became:'],
])('finds the odd word in: %s', (source, word) => {
  expect(oddWords('server/features/x.ts', `\n${source}`)).toMatchObject([{ line: 2, word }])
})

it.each([
  'onSettled: () => client.invalidateQueries()',
  'await Promise.allSettled(all)',
  'the household',
  'a new article',
])('leaves alone: %s', (source) => expect(oddWords('web/features/x.ts', source)).toEqual([]))

it('comments are checked for old-fashioned words in the folders that were rewritten', () => {
  const comment = '// The cursor stands before the text.'
  expect(oddWords('editor/cursor.ts', comment)).toMatchObject([{ word: 'stands' }])
  expect(oddWords('server/features/articles/cursor.ts', comment)).toEqual([])
})

it('knows where such a word is right', () => {
  expect(oddWords('server/db/embedded/account.ts', "const nobody = '65534'")).toEqual([])
})
