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
  ['.select(["alt", "worded"])', 'worded'],
  ['update album_photo set placed = 1', 'placed'],
  ['select id from media_look', 'media_look'],
  ['await freeJobsOfTheDead(db)', 'OfTheDead'],
  ["detail: 'Take it back to draft first'", 'Take it back'],
  ['// A card for each article', 'card'],
])('finds the odd word in: %s', (source, word) => {
  expect(oddWords('server/features/x.ts', `\n${source}`)).toMatchObject([{ line: 2, word }])
})

it.each([
  'onSettled: () => client.invalidateQueries()',
  'await Promise.allSettled(all)',
  'the household',
  'a new article',
  'the popover is placed after this',
  'a throwaway server',
  'phone and card numbers',
  'the search looks at names',
])('leaves alone: %s', (source) => expect(oddWords('web/features/x.ts', source)).toEqual([]))

it.each(['contract', 'server/features/articles', 'web/features/hot', 'editor', 'e2e', 'bench'])(
  'comments of %s are checked for old-fashioned words',
  (folder) => {
    expect(oddWords(`${folder}/cursor.ts`, '// The cursor stands before the text.')).toMatchObject([{ word: 'stands' }])
    expect(oddWords(`${folder}/cursor.ts`, '/** Restores things. */')).toMatchObject([{ word: 'things' }])
  },
)

it('names of files are checked, too', () => {
  expect(oddWords('server/features/tags/tag-alike-queries.ts', '')).toMatchObject([{ line: 0, word: 'alike' }])
  expect(oddWords('web/features/media/media-card.tsx', '')).toEqual([])
})

it('knows where such a word is right', () => {
  expect(oddWords('server/db/embedded/account.ts', "const nobody = '65534'")).toEqual([])
})
