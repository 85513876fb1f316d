import { useQuery } from '@tanstack/react-query'
import { type Category, categoryEndpoints } from '#contract/categories.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker.tsx'

const OFFERED = 20

export const asCategoryOption = ({ id, name, path }: Pick<Category, 'id' | 'name' | 'path'>): PickerOption => ({
  id,
  label: name,
  detail: path.length > 1 ? path.slice(0, -1).join(' › ') : undefined,
})

/** The first few categories that match, for pickers. */
export async function searchCategories(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(categoryEndpoints.list, { query }, { signal })
  return items.map(asCategoryOption)
}

export const createCategory = async (name: string): Promise<PickerOption> =>
  asCategoryOption(await call(categoryEndpoints.create, { body: { name } }))

/** Its name, for a filter that came with the address. */
export const useCategoryOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['categories', 'option', id],
    queryFn: async ({ signal }) =>
      asCategoryOption(await call(categoryEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data
