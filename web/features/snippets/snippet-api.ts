import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { snippetEndpoints } from '#contract/snippets.ts'
import { call } from '../../api/call.ts'
import { makeOnce } from '../../entity/drafts/create-key.ts'

const LIST = ['snippets', 'list']

/** All snippets, by name. */
export const useSnippets = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(snippetEndpoints.list, {}, { signal }),
  })

export const fetchSnippet = (id: string) => call(snippetEndpoints.view, { params: { id } })

export type SnippetChange =
  | { create: Request<typeof snippetEndpoints.create>['body'] }
  | { edit: string; body: Request<typeof snippetEndpoints.edit>['body'] }
  | { remove: string }

/** Saves, renames, replaces or deletes a snippet; the list follows. */
export function useChangeSnippets() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: SnippetChange) => {
      if ('create' in change)
        await makeOnce(`snippet ${JSON.stringify(change)}`, (key) =>
          call(snippetEndpoints.create, { body: change.create }, { key }),
        )
      else if ('edit' in change) await call(snippetEndpoints.edit, { params: { id: change.edit }, body: change.body })
      else await call(snippetEndpoints.remove, { params: { id: change.remove } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: LIST }),
  })
}
