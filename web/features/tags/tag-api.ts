import { useQuery } from '@tanstack/react-query'
import { type Tag, tagEndpoints } from '#contract/tags.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker.tsx'

const OFFERED = 20

export const asTagOption = ({ id, name }: Pick<Tag, 'id' | 'name'>): PickerOption => ({ id, label: name })

/** The first few tags that match, for pickers. */
export async function searchTags(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(tagEndpoints.list, { query }, { signal })
  return items.map(asTagOption)
}

export const createTag = async (name: string): Promise<PickerOption> =>
  asTagOption(await call(tagEndpoints.create, { body: { name } }))

/** Its name, for a filter that came with the address. */
export const useTagOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['tags', 'option', id],
    queryFn: async ({ signal }) => asTagOption(await call(tagEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data
