import { useQuery } from '@tanstack/react-query'
import { type Author, authorEndpoints } from '#contract/authors.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker.tsx'

const OFFERED = 20

export const asAuthorOption = ({
  id,
  displayName,
  jobTitle,
}: Pick<Author, 'id' | 'displayName' | 'jobTitle'>): PickerOption => ({
  id,
  label: displayName,
  detail: jobTitle || undefined,
})

/** The first few authors that match, for pickers. */
export async function searchAuthors(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(authorEndpoints.list, { query }, { signal })
  return items.map(asAuthorOption)
}

export const createAuthor = async (name: string): Promise<PickerOption> =>
  asAuthorOption(await call(authorEndpoints.create, { body: { displayName: name } }))

/** Its name, for a filter that came with the address. */
export const useAuthorOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['authors', 'option', id],
    queryFn: async ({ signal }) =>
      asAuthorOption(await call(authorEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data
