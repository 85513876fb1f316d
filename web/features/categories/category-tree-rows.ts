import type { CategoryTreeItem } from '#contract/categories.ts'
import { branchOf, childrenByParent, lineOf, type TreePlace } from '#contract/category-tree.ts'

/** One line of the tree as it is shown. */
export type TreeRow = {
  item: CategoryTreeItem
  /** 1 at the top. */
  level: number
  /** Undefined: nothing below it to fold. */
  open: boolean | undefined
  /** 1-based place among all its siblings, and how many these are. */
  place: number
  siblings: number
}

/** The lines to show: what is unfolded; with a search, what matches and everything above it. */
export function treeRows(items: readonly CategoryTreeItem[], open: ReadonlySet<string>, search: string): TreeRow[] {
  const lists = childrenByParent(items)
  const wanted = search ? matching(items, search) : undefined
  const below = (parent: string | null, level: number): TreeRow[] => {
    const list = lists.get(parent) ?? []
    return list.flatMap((item, at) => {
      if (wanted && !wanted.has(item.id)) return []
      const children = (lists.get(item.id) ?? []).filter(({ id }) => !wanted || wanted.has(id))
      const isOpen = children.length > 0 ? (wanted ? true : open.has(item.id)) : undefined
      const row = { item, level, open: isOpen, place: at + 1, siblings: list.length }
      return isOpen ? [row, ...below(item.id, level + 1)] : [row]
    })
  }
  return below(null, 1)
}

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase()

/** What one types for a Chinese name: its pinyin, which its address has, and its initials. */
function spelled({ name, slug }: CategoryTreeItem): string {
  if (!/\p{Script=Han}/u.test(name)) return ''
  const parts = slug.split('-')
  return `${parts.join('')}\n${parts.map((part) => part.charAt(0)).join('')}`
}

function matching(items: readonly CategoryTreeItem[], search: string): Set<string> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const wanted = new Set<string>()
  const words = folded(search).split(/\s+/u).filter(Boolean)
  for (const item of items) {
    const text = `${folded(item.name)}\n${item.slug}\n${spelled(item)}`
    if (!words.every((word) => text.includes(word))) continue
    for (let one: CategoryTreeItem | undefined = item; one && !wanted.has(one.id);)
      [one] = [one.parent === null ? undefined : byId.get(one.parent), wanted.add(one.id)]
  }
  return wanted
}

/** The name cut where the search matches: before, match, after. Undefined where it does not. */
export function cutAtMatch(name: string, search: string): [string, string, string] | undefined {
  const at = search ? name.toLocaleLowerCase().indexOf(search.toLocaleLowerCase()) : -1
  return at < 0 ? undefined : [name.slice(0, at), name.slice(at, at + search.length), name.slice(at + search.length)]
}

export type Step = 'up' | 'down' | 'out' | 'in'

/** Where one step takes a category; undefined where there is nowhere to go. */
export function stepOf(items: readonly CategoryTreeItem[], id: string, step: Step): TreePlace | undefined {
  const item = items.find((one) => one.id === id)
  if (!item) return undefined
  const lists = childrenByParent(items)
  const siblings = lists.get(item.parent) ?? []
  const at = siblings.indexOf(item)
  if (step === 'up') return at > 0 ? { parent: item.parent, position: at - 1 } : undefined
  if (step === 'down') return at < siblings.length - 1 ? { parent: item.parent, position: at + 1 } : undefined
  if (step === 'in') return at > 0 ? { parent: siblings[at - 1]!.id } : undefined
  const parent = items.find((one) => one.id === item.parent)
  if (!parent) return undefined
  return { parent: parent.parent, position: (lists.get(parent.parent) ?? []).indexOf(parent) + 1 }
}

export type DropZone = 'before' | 'into' | 'after'

/** Where a drop beside or into another category puts it; undefined where that changes nothing or cannot be. */
export function dropPlace(
  items: readonly CategoryTreeItem[],
  id: string,
  target: string,
  zone: DropZone,
): TreePlace | undefined {
  const over = items.find((one) => one.id === target)
  if (!over || branchOf(items, id).has(target)) return undefined
  if (zone === 'into') return { parent: target }
  const siblings = (childrenByParent(items).get(over.parent) ?? []).filter((one) => one.id !== id)
  return { parent: over.parent, position: siblings.indexOf(over) + (zone === 'after' ? 1 : 0) }
}

/** Names from the top down to the category. */
export const pathOf = (items: readonly CategoryTreeItem[], id: string | null): string =>
  lineOf(items, id)
    .map(({ name }) => name)
    .join(' › ')
