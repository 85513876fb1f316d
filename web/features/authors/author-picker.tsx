import { useLingui } from '@lingui/react/macro'
import { useProblemText } from '../../api/problem-text.tsx'
import { Picker, type PickerProps } from '../../ui/picker.tsx'
import { createAuthor, searchAuthors } from './author-api.ts'

type Props = Omit<PickerProps, 'search' | 'create' | 'failureText' | 'label'> & {
  label?: string
  /** Whether the person may add one on the spot. */
  canCreate: boolean
}

/** Picks authors from what exists. */
export function AuthorPicker({ label, canCreate, ...rest }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Picker
      label={label ?? t`Authors`}
      search={searchAuthors}
      create={canCreate ? createAuthor : undefined}
      failureText={(failure) => problemText(failure).sentence}
      {...rest}
    />
  )
}
