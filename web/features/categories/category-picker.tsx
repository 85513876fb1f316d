import { useLingui } from '@lingui/react/macro'
import { useProblemText } from '../../api/problem-text.tsx'
import { Picker, type PickerProps } from '../../ui/picker.tsx'
import { createCategory, searchCategories } from './category-api.ts'

type Props = Omit<PickerProps, 'search' | 'create' | 'failureText' | 'label'> & {
  label?: string
  /** Whether the person may add one on the spot. */
  canCreate: boolean
}

/** Picks categories from what exists. */
export function CategoryPicker({ label, canCreate, ...rest }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Picker
      label={label ?? t`Categories`}
      search={searchCategories}
      create={canCreate ? createCategory : undefined}
      failureText={(failure) => problemText(failure).sentence}
      {...rest}
    />
  )
}
