import { useLingui } from '@lingui/react/macro'
import { EntityPicker, type EntityPickerProps } from '../../entity/entity-picker.tsx'
import { createTag, searchTags } from './tag-api.ts'

/** Picks tags from what exists. */
export function TagPicker({ label, ...rest }: EntityPickerProps) {
  const { t } = useLingui()
  return (
    <EntityPicker
      label={label ?? t`Tags`}
      placeholder={rest.canCreate ? t`Find or add a tag` : t`Find a tag`}
      noneText={t`No tags yet.`}
      search={searchTags}
      create={createTag}
      enterTakes="typed"
      {...rest}
    />
  )
}
