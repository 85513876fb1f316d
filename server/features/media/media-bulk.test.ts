import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { numberedText } from '#contract/numbered-text.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createLibrary } from './testing/library.ts'

type Reply = { changed: number; skipped: { id: string; code: string }[]; undo: UndoPointer }
const { db, signIn, editor, call, added, seen } = await createLibrary()
const write = (body: object, who = editor) => call(who, 'POST', '/api/media/bulk/texts', body)
const undo = (id: UndoPointer, who = editor) => call(who, 'POST', `/api/undo/${id?.id}`)

it('{n} counts from one, at every occurrence', () => {
  expect(numberedText('Day {n} of {n}', 3)).toBe('Day 3 of 3')
  expect(numberedText('No number, {N} neither', 3)).toBe('No number, {N} neither')
  expect(numberedText('$& {n}', 12)).toBe('$& 12')
  expect(numberedText('{name} {n}', 2)).toBe('{name} 2')
})

it('texts are given to many, numbered in the order of the ids, and undone', async () => {
  const media = [await added(), await added(), await added()]
  const ids = media.map(({ id }) => id).toReversed()
  const reply = (await write({ ids, alt: 'Harbour {n}', credit: 'Kim' })).json<Reply>()
  expect(reply).toMatchObject({ changed: 3, skipped: [] })
  for (const [index, id] of ids.entries())
    expect(await seen(id)).toMatchObject({ alt: `Harbour ${index + 1}`, credit: 'Kim', caption: '', version: 2 })
  expect((await undo(reply.undo)).json()).toMatchObject({ restored: 3, skipped: 0 })
  for (const id of ids) expect(await seen(id)).toMatchObject({ alt: '', credit: '', version: 3 })
  expect((await undo(reply.undo)).json()).toMatchObject({ code: 'undo_expired' })
})

it('{name} is the name of the file, as words', async () => {
  expect(numberedText('{name} ({n})', 3, 'harbour-at_night.2.jpg')).toBe('harbour at night.2 (3)')
  expect(numberedText('{name}', 1, '{n}.png')).toBe('{n}')
  const media = await added()
  await write({ ids: [media.id], alt: '{name}, {n}' })
  const { name, alt } = await seen(media.id)
  expect(alt).toBe(numberedText('{name}, 1', 1, name))
  expect(alt).not.toContain('{')
  const reply = (await write({ ids: [media.id], alt: `${'x'.repeat(293)} {name}` })).json<Reply>()
  expect(reply).toMatchObject({ changed: 1 })
  expect((await seen(media.id)).alt.length).toBeLessThanOrEqual(300)
})

it('only what is empty is written where that is asked for, and who has it already is not touched', async () => {
  const [empty, told] = [await added(), await added()]
  await call(editor, 'PATCH', `/api/media/${told.id}`, { version: 1, alt: 'By hand' })
  const reply = (await write({ ids: [told.id, empty.id], alt: 'Photo {n}', onlyEmpty: true })).json<Reply>()
  expect(reply).toMatchObject({ changed: 1, skipped: [{ id: told.id, code: 'unchanged' }] })
  expect((await seen(empty.id)).alt).toBe('Photo 2')
  expect(await seen(told.id)).toMatchObject({ alt: 'By hand', version: 2 })
})

it('what is foreign, gone or unknown is skipped by name', async () => {
  const author = await signIn('author')
  const [mine, theirs, gone] = [await added(author), await added(), await added(author)]
  await call(author, 'DELETE', `/api/media/${gone.id}`)
  const nothing = uuidv7()
  const reply = (await write({ ids: [mine.id, theirs.id, gone.id, nothing], alt: 'x' }, author)).json<Reply>()
  expect(reply).toMatchObject({
    changed: 1,
    skipped: [
      { id: theirs.id, code: 'forbidden' },
      { id: gone.id, code: 'not_found' },
      { id: nothing, code: 'not_found' },
    ],
  })
  expect((await write({ ids: [theirs.id], alt: 'x' }, author)).json()).toMatchObject({ changed: 0, undo: null })
})

it('undo leaves alone what someone wrote since', async () => {
  const [one, two] = [await added(), await added()]
  const reply = (await write({ ids: [one.id, two.id], caption: 'All' })).json<Reply>()
  await call(editor, 'PATCH', `/api/media/${one.id}`, { version: 2, caption: 'One' })
  expect((await undo(reply.undo)).json()).toMatchObject({ restored: 1, skipped: 1 })
  expect([(await seen(one.id)).caption, (await seen(two.id)).caption]).toEqual(['One', ''])
})

it.each([
  [{ alt: 'x' }, 'ids'],
  [{ ids: [], alt: 'x' }, 'ids'],
  [{ ids: ['1abc'], alt: 'x' }, 'ids.0'],
  [{ ids: [{ $ne: 1 }], alt: 'x' }, 'ids.0'],
  [{ ids: Array.from({ length: 501 }, () => uuidv7()), alt: 'x' }, 'ids'],
  [{ ids: [uuidv7()], alt: 'x'.repeat(301) }, 'alt'],
  [{ ids: [uuidv7()], name: 'x' }, 'name'],
  [{ ids: [uuidv7()], onlyEmpty: 'yes' }, 'onlyEmpty'],
])('R02 %j is refused with the field named', async (body, path) => {
  const reply = await write(body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json<{ fields: { path: string }[] }>().fields.map((field) => field.path)).toContain(path)
})

it('R31 a text is a text, whatever it looks like', async () => {
  const media = await added()
  const alt = '<script>alert(1)</script> ${n} {{n}} %s \\ \' " 你好'
  await write({ ids: [media.id], alt })
  expect((await seen(media.id)).alt).toBe(alt.replaceAll('{n}', '1'))
  const lines = await db.selectFrom('auditEvent').select('after').where('entityId', '=', media.id).execute()
  expect(lines.map(({ after }) => after)).toContainEqual({ alt: alt.replaceAll('{n}', '1') })
})
