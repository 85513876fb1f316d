import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { CATEGORY_DEPTH_MAX, childrenByParent, foldName, lineOf } from '#contract/category-tree.ts'
import type { Tables } from '../../db/tables.ts'
import { makeSlug, numberedSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockCategoryTree, type Node } from './category-tree-commands.ts'

export type CategoryTableReport = {
  inFile: number
  created: number
  unchanged: number
  skipped: { line: number; name: string; why: string }[]
}
type Line = { line: number; id: string; parent: string; name: string }

const NAME_MAX = 80
const CHUNK = 500

/** The lines of a table with tabs: id, parent's id or nothing, name. Head lines, which name no id, are passed over. */
export function readCategoryTable(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((content, at) => {
      const [id = '', parent = '', name = ''] = content.split('\t').map((cell) => cell.normalize().trim())
      const isHead = at < 3 && !/\d/.test(id)
      return isHead || content.trim() === '' ? [] : [{ line: at + 1, id, parent: parent === id ? '' : parent, name }]
    })
}

/** Adds the categories that are not there yet: the same name below the same parent is the same category. All or nothing. */
export function importCategoryTable(db: Kysely<Tables>, text: string, dryRun: boolean): Promise<CategoryTableReport> {
  const lines = readCategoryTable(text)
  return db.transaction().execute(async (trx) => {
    const nodes = await lockCategoryTree(trx)
    const lists = new Map(childrenByParent(nodes))
    const slugs = new Set(nodes.map(({ slug }) => slug))
    const known = new Map<string, Node>()
    const report: CategoryTableReport = { inFile: lines.length, created: 0, unchanged: 0, skipped: [] }
    const made: Node[] = []
    // From the top down, siblings in the order of the file; a parent may come after its children there.
    const below = new Map<string, Line[]>()
    for (const line of lines) below.set(line.parent, [...(below.get(line.parent) ?? []), line])
    const queue = [...(below.get('') ?? [])]
    for (const line of queue) {
      const parent = known.get(line.parent) ?? null
      const why = refusal(line, parent, known)
      if (why) report.skipped.push({ line: line.line, name: line.name, why })
      else {
        place(line, parent)
        queue.push(...(below.get(line.id) ?? []))
      }
    }
    const reached = new Set(queue)
    for (const one of lines)
      if (!reached.has(one))
        report.skipped.push({ line: one.line, name: one.name, why: 'its parent is not in the tree' })
    report.skipped.sort((a, b) => a.line - b.line)
    if (dryRun) return report
    for (let from = 0; from < made.length; from += CHUNK)
      await trx
        .insertInto('category')
        .values(
          made.slice(from, from + CHUNK).map(({ id, parent, position, name, slug }) => ({
            id,
            parent,
            position,
            name,
            slug,
            createdBy: null,
            updatedBy: null,
          })),
        )
        .execute()
    if (made.length > 0)
      await recordAudit(trx, null, {
        action: 'import',
        entityType: 'category',
        entityId: null,
        entityTitle: '',
        after: { created: made.length },
      })
    return report

    function refusal({ id, name }: Line, parent: Node | null, added: ReadonlyMap<string, Node>): string | undefined {
      if (id === '' || name === '') return 'it has no id or no name'
      if (name.length > NAME_MAX) return `its name is longer than ${NAME_MAX} characters`
      if (added.has(id)) return 'its id is in the file twice'
      const depth = parent ? lineOf([...nodes, ...made], parent.id).length + 1 : 1
      return depth > CATEGORY_DEPTH_MAX ? `categories are at most ${CATEGORY_DEPTH_MAX} levels deep` : undefined
    }
    function place({ id, name }: Line, parent: Node | null) {
      const siblings = lists.get(parent?.id ?? null) ?? []
      const there = siblings.find((one) => (one.key ?? foldName(one.name)) === foldName(name))
      if (there) report.unchanged++
      else report.created++
      const node = there ?? newNode(name, parent, siblings.length)
      if (!there) {
        made.push(node)
        lists.set(parent?.id ?? null, [...siblings, node])
      }
      known.set(id, node)
    }
    function newNode(name: string, parent: Node | null, position: number): Node {
      const base = makeSlug(name, 'category')
      let slug = base
      for (let number = 2; slugs.has(slug); number++) slug = numberedSlug(base, number)
      slugs.add(slug)
      return { id: uuidv7(), parent: parent?.id ?? null, position, name, slug, version: 1 }
    }
  })
}
