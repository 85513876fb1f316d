import type { UndoPointer } from '#contract/undo.ts'
import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { mayHaveArrived } from './drafts/create-key.ts'
import { staleState } from './drafts/use-draft.tsx'

type Item = { id: string; version: number }
type Entity = Item & { updatedBy: { id: string } | null }
type Acted<E> = E & { undo: UndoPointer | null }

/** Actions of which no answer came, with the version of the item. */
const unanswered = new Map<string, number>()

/**
 * Acts on a version of an item. Where the answer was lost and the person acts again, the server refuses the second call: if the
 * newest version follows the one that was acted on, and is this person's own, the first call made it, and it is the answer.
 * @param act calls the action
 * @param view reads the item
 */
export async function actOnce<E extends Entity>(
  action: string,
  { id, version }: Item,
  act: () => Promise<Acted<E>>,
  view: () => Promise<E>,
): Promise<Acted<E>> {
  const key = `${action} ${id}`
  try {
    const answer = await act()
    unanswered.delete(key)
    return answer
  } catch (error) {
    const before = unanswered.get(key)
    if (mayHaveArrived(error)) unanswered.set(key, before ?? version)
    else if (before !== undefined) {
      const now = staleState<E>(error)?.current ?? (await view().catch(() => undefined))
      const me = queryClient.getQueryData(meQuery.queryKey)?.id
      unanswered.delete(key)
      if (now?.version === before + 1 && now.updatedBy?.id === me) return { ...now, undo: null }
    }
    throw error
  }
}
