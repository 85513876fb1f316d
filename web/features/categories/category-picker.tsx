import { useLingui } from '@lingui/react/macro'
import { EntityPicker, type EntityPickerProps } from '../../entity/entity-picker.tsx'
import { createCategory, searchCategories } from './category-api.ts'

/** Picks categories from what exists. */
export function CategoryPicker({ label, ...rest }: EntityPickerProps) {
  const { t } = useLingui()
  return (
    <EntityPicker
      label={label ?? t`Categories`}
      placeholder={rest.canCreate ? t`Find or add a category` : t`Find a category`}
      noneText={t`No categories yet.`}
      search={searchCategories}
      create={createCategory}
      enterTakes="found"
      {...rest}
    />
  )
}
