import { expect, test } from 'vitest'
import { Draft, type SavePort } from './draft.ts'
import type { StoredDraft } from './draft-merge.ts'
import type { DraftSlot } from './draft-store.ts'

type Fields = { name: string; text: string }
const empty = { name: '', text: '' }
class Refused extends Error {}

/** A server that makes items, one per key, and whose answers may be lost; and the storage of one browser. */
function world() {
  const items = new Map<string | undefined, Fields>()
  const kept = new Map<string, StoredDraft<Fields>>()
  const line = { arrives: true, answers: true, takes: (_fields: Partial<Fields>) => true }
  const slot: DraftSlot<StoredDraft<Fields>> = {
    name: 'me/new',
    user: 'me',
    keep: async (copy) => Boolean(kept.set('new', structuredClone(copy))),
    read: async () => structuredClone(kept.get('new')),
    drop: async () => void kept.delete('new'),
  }
  const open = async () => {
    const draft = new Draft<Fields>(empty)
    let made: string | undefined
    const port: SavePort<Fields> = {
      save: async (changed, _base, key) => {
        if (!line.arrives) throw new Error('offline')
        if (!line.takes(changed)) throw new Refused()
        if (made !== undefined) items.set(made, { ...items.get(made)!, ...changed })
        else if (!items.has(key)) items.set(key, { ...empty, ...changed })
        if (!line.answers) throw new Error('offline')
        made ??= key
        return items.get(made)!
      },
      theirsIn: () => undefined,
      mayHaveArrived: (error) => !(error instanceof Refused),
    }
    await draft.open(slot, undefined)
    return { draft, save: () => draft.send(port, { always: made === undefined }).catch(() => false) }
  }
  return { items, kept, line, open, all: () => [...items.values()] }
}

test('a new item whose first save was not answered is made once, with what was typed since', async () => {
  const { line, open, all } = world()
  const { draft, save } = await open()
  draft.change({ name: 'Rain', text: 'Wet' })
  line.answers = false
  expect(await save()).toBe(false)
  draft.change({ text: 'Wet again' })
  line.answers = true
  expect(await save()).toBe(true)
  expect(all()).toEqual([{ name: 'Rain', text: 'Wet again' }])
})

test('so it is after the tab was closed, unless the restored text was taken out again', async () => {
  const { line, open, all } = world()
  const first = await open()
  first.draft.change({ name: 'Rain' })
  line.answers = false
  await first.save()
  line.answers = true
  const again = await open()
  again.draft.undoRestore()()
  expect(await again.save()).toBe(true)
  expect(all()).toEqual([{ name: 'Rain', text: '' }])

  const other = world()
  const lost = await other.open()
  lost.draft.change({ name: 'Rain' })
  other.line.answers = false
  await lost.save()
  other.line.answers = true
  const instead = await other.open()
  instead.draft.undoRestore()
  instead.draft.change({ name: 'Sun' })
  expect(await instead.save()).toBe(true)
  expect(other.all()).toEqual([
    { name: 'Rain', text: '' },
    { name: 'Sun', text: '' },
  ])
})

test('what never arrived and would be refused by now does not hold back what is in the fields', async () => {
  const { line, open, all } = world()
  const { draft, save } = await open()
  draft.change({ name: 'Taken' })
  line.arrives = false
  await save()
  line.arrives = true
  line.takes = ({ name }) => name !== 'Taken'
  draft.change({ name: 'Free' })
  expect(await save()).toBe(true)
  expect(all()).toEqual([{ name: 'Free', text: '' }])
})
