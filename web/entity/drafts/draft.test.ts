import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Draft, type SavePort } from './draft.ts'
import type { StoredDraft } from './draft-merge.ts'
import type { DraftSlot } from './draft-store.ts'

type Fields = { name: string; text: string }
const names = ['name', 'text'] as const
class Stale extends Error {}

/** A server with one item, the storage of one browser, and tabs that open the item. */
function world(start: Fields = { name: '', text: '' }) {
  const item = { fields: start, version: 1 }
  const kept = new Map<string, StoredDraft<Fields>>()
  const line = { isUp: true, wait: undefined as Promise<void> | undefined }
  const slot: DraftSlot<StoredDraft<Fields>> = {
    name: 'me/item',
    user: 'me',
    keep: async (copy) => Boolean(kept.set('item', structuredClone(copy))),
    read: async () => structuredClone(kept.get('item')),
    drop: async () => void kept.delete('item'),
  }
  const open = async () => {
    const tab = { draft: new Draft<Fields>(item.fields), version: item.version }
    const port: SavePort<Fields> = {
      save: async (changed) => {
        await line.wait
        if (!line.isUp) throw new Error('offline')
        if (tab.version !== item.version) throw new Stale()
        item.fields = { ...item.fields, ...changed }
        tab.version = ++item.version
        return item.fields
      },
      theirsIn: (error) => {
        if (!(error instanceof Stale)) return undefined
        tab.version = item.version
        return { fields: item.fields, changedBy: 'Ann' }
      },
    }
    await tab.draft.open(slot, tab.version)
    return { draft: tab.draft, save: () => tab.draft.send(port).catch(() => false), look: () => look(tab) }
  }
  const look = (tab: { draft: Draft<Fields>; version: number }) => {
    tab.version = item.version
    tab.draft.follow(item.fields, 'Ann')
  }
  return {
    item,
    kept,
    line,
    open,
    /** A colleague saves. */
    colleague: (part: Partial<Fields>) => {
      item.fields = { ...item.fields, ...part }
      item.version++
    },
    /** The tab closes. */
    close: (tab: { draft: Draft<Fields> }) => tab.draft.hold(),
  }
}

test('a kept draft is simply there again when no one changed the item since, and can be undone', async () => {
  const all = world()
  const tab = await all.open()
  tab.draft.change({ text: 'Typed' })
  all.close(tab)
  const again = await all.open()
  expect(again.draft.get()).toMatchObject({
    fields: { text: 'Typed' },
    dirty: true,
    conflicts: {},
    restored: { fields: { text: 'Typed' } },
  })
  const bringBack = again.draft.undoRestore()
  expect(again.draft.get()).toMatchObject({ fields: { text: '' }, dirty: false, restored: undefined })
  expect(all.kept.size).toBe(0)
  bringBack()
  expect(again.draft.get().fields.text).toBe('Typed')
})

test('a kept draft and a colleague’s newer text of the same field are a question, of another field both are there', async () => {
  const all = world()
  const tab = await all.open()
  tab.draft.change({ name: 'Mine', text: 'Typed' })
  all.close(tab)
  all.colleague({ name: 'Theirs' })
  const again = await all.open()
  expect(again.draft.get()).toMatchObject({
    fields: { name: 'Mine', text: 'Typed' },
    conflicts: { name: { other: 'Theirs', from: 'server' } },
    restored: { fields: { text: 'Typed' } },
  })
  expect(await again.save()).toBe(false)
  expect(all.item.fields).toEqual({ name: 'Theirs', text: '' })
  again.draft.resolve('name', false)
  expect(await again.save()).toBe(true)
  expect(all.item.fields).toEqual({ name: 'Theirs', text: 'Typed' })
  expect(all.kept.size).toBe(0)
})

test('a question that was not answered is asked again after the tab was closed', async () => {
  const all = world()
  const tab = await all.open()
  tab.draft.change({ name: 'Mine' })
  all.colleague({ name: 'Theirs' })
  await tab.save()
  all.close(tab)
  const again = await all.open()
  expect(again.draft.get().conflicts).toMatchObject({ name: { other: 'Theirs' } })
  all.close(again)
  expect((await all.open()).draft.get().conflicts).toMatchObject({ name: { other: 'Theirs' } })
})

test('what is typed before the kept draft is read does not replace it: both are shown', async () => {
  const all = world()
  const tab = await all.open()
  tab.draft.change({ name: 'Kept' })
  all.close(tab)
  const draft = new Draft<Fields>(all.item.fields)
  const opening = draft.open(
    {
      name: 'me/item',
      user: 'me',
      keep: async () => true,
      read: async () => all.kept.get('item'),
      drop: async () => {},
    },
    1,
  )
  draft.change({ name: 'Typed' })
  await opening
  expect(draft.get()).toMatchObject({
    fields: { name: 'Typed' },
    conflicts: { name: { other: 'Kept', from: 'browser' } },
  })
  draft.resolve('name', false)
  expect(draft.get().fields.name).toBe('Kept')
})

test('what is typed while a save is under way stays, and a failed save loses nothing', async () => {
  const all = world()
  const tab = await all.open()
  tab.draft.change({ text: 'One' })
  let arrive = () => {}
  all.line.wait = new Promise((resolve) => (arrive = resolve))
  const saving = tab.save()
  await Promise.resolve()
  tab.draft.change({ text: 'One, two' })
  arrive()
  expect(await saving).toBe(false)
  expect(tab.draft.get()).toMatchObject({ fields: { text: 'One, two' }, dirty: true })
  all.line.isUp = false
  expect(await tab.save()).toBe(false)
  expect(tab.draft.get()).toMatchObject({ fields: { text: 'One, two' }, dirty: true })
  all.line.isUp = true
  expect(await tab.save()).toBe(true)
  expect(all.item.fields.text).toBe('One, two')
})

test('a screen that shows a text as saved before it is, and reverts that, does not take it out of the field', async () => {
  const draft = new Draft<Fields>({ name: '', text: '' })
  draft.change({ text: 'Refused' })
  const port: SavePort<Fields> = {
    save: async () => {
      draft.follow({ name: '', text: 'Refused' })
      throw new Error('refused')
    },
    theirsIn: () => undefined,
  }
  await expect(draft.send(port)).rejects.toThrow('refused')
  draft.follow({ name: '', text: 'Refused' })
  draft.follow({ name: '', text: '' })
  expect(draft.get()).toMatchObject({ fields: { text: 'Refused' }, dirty: true, conflicts: {} })
})

type Step =
  | { do: 'type' | 'colleague'; name: keyof Fields }
  | { do: 'resolve'; name: keyof Fields; keepMine: boolean }
  | { do: 'save' | 'look' | 'close' | 'undo' | 'offline' | 'online' }
const aName = fc.constantFrom(...names)
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('type' as const, 'colleague' as const), name: aName }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), name: aName, keepMine: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'save' as const,
        'look' as const,
        'close' as const,
        'undo' as const,
        'offline' as const,
        'online' as const,
      ),
    }),
  },
)

test('whatever happens in whatever order, no text is lost that no one gave up', () =>
  fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 30 }), async (steps) => {
      const all = world()
      let tab = await all.open()
      let count = 0
      /** My newest text of each field, until it is saved or given up. */
      const mine: Partial<Fields> = {}
      /** The colleague's newest text, and whether I have been shown it and chose mine. */
      const theirs: Partial<Fields> = {}
      for (const step of steps) {
        if (step.do === 'type') {
          // Typed over on purpose: it was on the screen.
          if (tab.draft.get().fields[step.name] === theirs[step.name]) delete theirs[step.name]
          mine[step.name] = `mine ${++count}`
          tab.draft.change({ [step.name]: mine[step.name]! })
        } else if (step.do === 'colleague') {
          theirs[step.name] = `theirs ${++count}`
          all.colleague({ [step.name]: theirs[step.name]! })
        } else if (step.do === 'resolve') {
          const conflict = tab.draft.get().conflicts[step.name]
          tab.draft.resolve(step.name, step.keepMine)
          if (conflict && step.keepMine && conflict.other === theirs[step.name]) delete theirs[step.name]
          if (conflict && !step.keepMine) delete mine[step.name]
        } else if (step.do === 'undo') {
          const back = tab.draft.get().restored?.fields ?? {}
          tab.draft.undoRestore()
          for (const name of names) if (name in back) delete mine[name]
        } else if (step.do === 'close') {
          all.close(tab)
          tab = await all.open()
        } else if (step.do === 'save') await tab.save()
        else if (step.do === 'look') tab.look()
        else all.line.isUp = step.do === 'online'

        for (const name of names) {
          const texts = [tab.draft.get().fields[name], all.item.fields[name]]
          if (mine[name] !== undefined) expect(texts).toContain(mine[name])
          if (theirs[name] !== undefined) expect(all.item.fields[name]).toBe(theirs[name])
          if (all.item.fields[name] === mine[name]) delete mine[name]
        }
      }
    }),
    { numRuns: 500 },
  ))

test('a text that was set aside is still asked about after the question what a colleague wrote there', async () => {
  const { kept, open, colleague } = world()
  kept.set('item', { fields: { text: 'newer' }, base: { text: '' }, aside: { text: 'older' }, at: '2026-01-01' })
  colleague({ text: 'theirs' })
  const { draft } = await open()
  expect(draft.get().conflicts).toMatchObject({ text: { other: 'theirs', from: 'server' } })
  draft.hold()
  expect(kept.get('item')).toMatchObject({ fields: { text: 'newer' }, aside: { text: 'older' } })
  draft.resolve('text', true)
  expect(draft.get()).toMatchObject({
    fields: { text: 'newer' },
    conflicts: { text: { other: 'older', from: 'browser' } },
  })
  draft.resolve('text', false)
  expect(draft.get()).toMatchObject({ fields: { text: 'older' }, conflicts: {} })
})

test('what is typed before the slot was read is kept when the page goes, where that overwrites nothing', () => {
  const early: StoredDraft<Fields>[] = []
  const draft = new Draft<Fields>({ name: '', text: '' })
  void draft.open(
    {
      name: 'me/item',
      user: 'me',
      keep: async () => true,
      keepEarly: (copy) => void early.push(copy),
      read: () => new Promise(() => undefined),
      drop: async () => undefined,
    },
    1,
  )
  draft.change({ text: 'Typed at once' })
  draft.hold()
  expect(early).toMatchObject([{ fields: { text: 'Typed at once' } }])
})
