import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { MergePreview } from '#contract/merge.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ask } from '../../entity/entity-api.ts'
import { useNamesChanged } from './names-changed.ts'

type Merge = { target: string; from: string[] }
type Merged<Name> = { entity: Name; moved: number; undo: UndoPointer }

export type MergeApi<Name> = {
  preview: (target: string, from: string[], signal: AbortSignal) => Promise<MergePreview>
  useMerge: () => UseMutationResult<Merged<Name>, Error, Merge>
}

/** What a merge of names asks for: the same addresses and replies for each kind. */
export const mergeApi = <E extends { view: Endpoint; merge: Endpoint; mergePreview: Endpoint }>(
  endpoints: E,
): MergeApi<Reply<E['view']>> => ({
  preview: (id, from, signal) => ask(endpoints.mergePreview, { params: { id }, query: { from: from.join() } }, signal),
  useMerge: () =>
    useMutation({
      mutationFn: ({ target, from }: Merge) => ask(endpoints.merge, { params: { id: target }, body: { from } }),
      onSettled: useNamesChanged(),
    }),
})
