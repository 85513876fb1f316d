import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import {
  CATEGORY_DEPTH_MAX,
  hasNameBelow,
  moveInTree,
  type TreePlace,
  type TreeRefusal,
} from '#contract/category-tree.ts'
import type { Request } from '#contract/endpoint.ts'
import type { categoryEndpoints } from '#contract/categories.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { offerSteps, useUndo } from '../../entity/undo.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import {
  type CategoryEdit,
  createAt,
  editCategory,
  mergeInto,
  moveCategory,
  removeCategory,
  useTreeChanges,
  useTreeNow,
} from './category-tree-api.ts'

/** The tree is fetched again by whoever changes it. */
const noop = () => {}

export type CategoryActions = ReturnType<typeof useCategoryActions>

/** All that can be done with categories: shown at once, announced, and with undo. */
export function useCategoryActions(unfold: (ids: readonly string[]) => void) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const change = useTreeChanges()
  const treeNow = useTreeNow()
  const undoSteps = useUndo(noop)
  const [said, say] = useState('')
  /** Versions that became others by what was done here, before the tree was loaded again: `id version` → version. */
  const own = useRef(new Map<string, number>())
  const takeAway = useRef<() => void>(undefined)
  const nameOf = (id: string | null) => treeNow().find((one) => one.id === id)?.name ?? ''

  const versionOf = (id: string, seen: number): number => {
    const next = own.current.get(`${id} ${seen}`)
    return next === undefined ? seen : versionOf(id, next)
  }
  /** Runs one versioned change. A version that came from someone else's change is not taken for ours. */
  const versioned = async <T extends { version: number }>(
    id: string,
    seen: number,
    send: (version: number) => Promise<T>,
  ): Promise<T> => {
    const from = versionOf(id, seen)
    const reply = await send(from)
    if (reply.version === from + 1) own.current.set(`${id} ${from}`, reply.version)
    return reply
  }
  const seenVersion = (id: string) => treeNow().find((one) => one.id === id)?.version ?? 1

  const fail = (error: unknown) => {
    const { sentence, requestId, fields } = problemText(error)
    const why = Object.values(fields)[0] ?? sentence
    say(why)
    notifyFailure(why, requestId)
  }
  const offer = (message: string, undo: UndoPointer) => {
    // Ten steps of one category need one way back, not ten.
    takeAway.current?.()
    takeAway.current = offerSteps(message, [undo], (steps) => change(undefined, () => undoSteps(steps)))
  }

  const describe = (after: readonly CategoryTreeItem[], id: string) => {
    const node = after.find((one) => one.id === id)
    if (!node) return ''
    const [name, place, count] = [
      node.name,
      node.position + 1,
      after.filter(({ parent }) => parent === node.parent).length,
    ]
    const above = nameOf(node.parent)
    return above
      ? t`“${name}” is now ${place} of ${count} in “${above}”.`
      : t`“${name}” is now ${place} of ${count} at the top level.`
  }

  /** @throws ApiError */
  const renameOrThrow = (id: string, name: string) => {
    const foresee = (now: CategoryTreeItem[]) => now.map((one) => (one.id === id ? { ...one, name } : one))
    const send = (version: number) => editCategory(id, { version, name })
    return change(foresee, () => versioned(id, seenVersion(id), send))
  }
  const offerRename = (undo: UndoPointer | null, before: string, name: string) => {
    if (undo) offer(t`Renamed “${before}” to “${name}”`, undo)
  }
  /** @throws ApiError */
  const moveOrThrow = async (id: string, to: TreePlace) => {
    const foreseen = moveInTree(treeNow(), id, to)
    if (to.parent) unfold([to.parent])
    if (foreseen.ok) say(describe(foreseen.nodes, id))
    const foresee = (now: CategoryTreeItem[]) => {
      const next = moveInTree(now, id, to)
      return next.ok ? next.nodes : now
    }
    const { undo } = await change(foresee, () => versioned(id, seenVersion(id), () => moveCategory(id, to)))
    const name = nameOf(id)
    offer(t`Moved “${name}”`, undo)
  }

  return {
    said,
    say,
    move: (id: string, to: TreePlace) => {
      const foreseen = moveInTree(treeNow(), id, to)
      // What cannot be is said at once; the server would say the same.
      if (!foreseen.ok && foreseen.reason !== 'unknown') {
        const why = refusalText(foreseen.reason)
        say(why)
        notifyFailure(why)
        return Promise.resolve()
      }
      return moveOrThrow(id, to).catch(fail)
    },
    moveBelow: (id: string, parent: string | null) => moveOrThrow(id, { parent }),
    /** Says what is wrong with a name before it is sent. `id`: of the one that has it now; undefined for a new one. */
    refuseName: (name: string, parent: string | null, id?: string): string | undefined => {
      const others = treeNow().filter((one) => one.id !== id)
      if (!hasNameBelow(others, parent, { name: name.normalize('NFC') })) return undefined
      return refusalText('name_taken')
    },
    fail,
    /** @throws ApiError */
    rename: async (id: string, name: string) => {
      const before = nameOf(id)
      const { undo } = await renameOrThrow(id, name)
      say(t`Renamed to “${name}”.`)
      offerRename(undo, before, name)
    },
    edit: async (id: string, body: CategoryEdit) => {
      const send = (version: number) => editCategory(id, { ...body, version })
      const before = nameOf(id)
      const saved = await change(undefined, () => versioned(id, body.version, send))
      if (saved.name === before) notifyDone(t`Texts saved`)
      else offerRename(saved.undo, before, saved.name)
      return saved
    },
    /** @throws ApiError */
    add: async (name: string, parent: string | null, position: number): Promise<string> => {
      const { id } = await change(undefined, () => createAt(name, parent, position))
      say(t`Added “${name}”.`)
      return id
    },
    merge: async ({ id, name }: CategoryTreeItem, into: PickerOption) => {
      const { undo } = await change(undefined, () => mergeInto(into.id, [id]))
      const target = into.label
      offer(t`Merged “${name}” into “${target}”`, undo)
    },
    remove: async ({ id, name }: CategoryTreeItem, choices: Request<typeof categoryEndpoints.remove>['body']) => {
      const { undo } = await change(undefined, () => removeCategory(id, choices))
      offer(t`Deleted “${name}”`, undo)
    },
  }

  /** Of a move; merges are refused by the server. */
  function refusalText(reason: Exclude<TreeRefusal, 'unknown'>): string {
    if (reason === 'name_taken') return t`There is a category of this name in that place already.`
    if (reason === 'too_deep') return t`Categories are at most ${CATEGORY_DEPTH_MAX} levels deep.`
    return t`A category cannot be below itself.`
  }
}
