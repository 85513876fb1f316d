import { useLingui } from '@lingui/react/macro'
import { useProblemText } from '../../api/problem-text.tsx'
import { Picker, type PickerProps } from '../../ui/picker.tsx'
import { createTag, searchTags } from './tag-api.ts'

type Props = Omit<PickerProps, 'search' | 'create' | 'failureText' | 'label'> & {
  label?: string
  /** Whether the person may add one on the spot. */
  canCreate: boolean
}

/** Picks tags from what exists. */
export function TagPicker({ label, canCreate, ...rest }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Picker
      label={label ?? t`Tags`}
      search={searchTags}
      create={canCreate ? createTag : undefined}
      failureText={(failure) => problemText(failure).sentence}
      {...rest}
    />
  )
}
