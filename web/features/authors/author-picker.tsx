import { useLingui } from '@lingui/react/macro'
import { EntityPicker, type EntityPickerProps } from '../../entity/entity-picker.tsx'
import { createAuthor, searchAuthors } from './author-api.ts'

/** Picks authors from what exists. */
export function AuthorPicker({ label, ...rest }: EntityPickerProps) {
  const { t } = useLingui()
  return (
    <EntityPicker
      label={label ?? t`Authors`}
      placeholder={rest.canCreate ? t`Find or add an author` : t`Find an author`}
      noneText={t`No authors yet.`}
      search={searchAuthors}
      create={createAuthor}
      {...rest}
    />
  )
}
