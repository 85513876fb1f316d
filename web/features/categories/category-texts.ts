import { useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'

export const textNames = ['name', 'slug', 'description'] as const
export type CategoryTexts = Pick<CategoryTreeItem, (typeof textNames)[number]>
type Based = CategoryTexts & { version: number }

/** What is being typed about one category, and what it stood on then. */
export type TypedTexts = { base: Based; fields: CategoryTexts }

export const textsOf = ({ name, slug, description }: CategoryTexts): CategoryTexts => ({ name, slug, description })

/** The texts that were changed, as they are sent. */
export const changedTexts = ({ base, fields }: TypedTexts): Partial<CategoryTexts> =>
  Object.fromEntries(textNames.filter((name) => fields[name] !== base[name]).map((name) => [name, fields[name].trim()]))

/**
 * What is typed, on top of the newest state: it stays, the rest follows. Where somebody else changed the same text to
 * something else it stays on what it was typed on, so that saving it asks which of the two is meant.
 */
export function onTopOf(typed: TypedTexts, now: Based): TypedTexts {
  const { base, fields } = typed
  if (now.version === base.version) return typed
  const mine = textNames.filter((name) => fields[name] !== base[name])
  if (mine.some((name) => now[name] !== base[name] && now[name] !== fields[name].trim())) return typed
  return { base: now, fields: { ...textsOf(now), ...Object.fromEntries(mine.map((name) => [name, fields[name]])) } }
}

/** What is typed about each category and not saved: it is still there when its row is chosen again. */
export function useTypedTexts(items: readonly CategoryTreeItem[]) {
  const [all, setAll] = useState<ReadonlyMap<string, TypedTexts>>(new Map())
  const unsaved: ReadonlySet<string> = new Set(items.filter(({ id }) => all.has(id)).map(({ id }) => id))
  return {
    unsaved,
    of: (item: CategoryTreeItem): TypedTexts => {
      const typed = all.get(item.id)
      return typed ? onTopOf(typed, item) : { base: item, fields: textsOf(item) }
    },
    /** Remembers what is typed; nothing where that is what is stored. */
    set: (id: string, typed: TypedTexts | undefined) =>
      setAll((before) => {
        const after = new Map(before)
        if (typed && textNames.some((name) => typed.fields[name] !== typed.base[name])) after.set(id, typed)
        else after.delete(id)
        return after
      }),
  }
}
