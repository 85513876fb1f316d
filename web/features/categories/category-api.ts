import { type Category, categoryEndpoints } from '#contract/categories.ts'
import { pickApi } from '../../entity/entity-api.ts'
import type { PickerOption } from '../../ui/picker-option.ts'

export const asCategoryOption = ({
  id,
  name,
  path,
  sharesName,
}: Pick<Category, 'id' | 'name' | 'path' | 'sharesName'>): PickerOption => ({
  id,
  label: name,
  detail: path.length > 1 ? path.slice(0, -1).join(' › ') : undefined,
  sharesName,
  fullLabel: path.join(' › '),
})

export const {
  search: searchCategories,
  create: createCategory,
  useOption: useCategoryOption,
} = pickApi('categories', categoryEndpoints, asCategoryOption, (name) => ({ name }))
