import { useProblemText } from '../api/problem-text.tsx'
import { Picker, type PickerProps } from '../ui/picker.tsx'

/** What a picker of one kind of entity takes. */
export type EntityPickerProps = Omit<
  PickerProps,
  'search' | 'create' | 'failureText' | 'label' | 'placeholder' | 'noneText'
> & {
  label?: string
  /** Whether the person may add one on the spot. */
  canCreate: boolean
}

/** Picks from what exists, and says in the person's language why a search failed. */
export function EntityPicker({
  canCreate,
  create,
  ...rest
}: Omit<PickerProps, 'failureText'> & { canCreate: boolean }) {
  const problemText = useProblemText()
  return (
    <Picker
      create={canCreate ? create : undefined}
      failureText={(failure) => problemText(failure).sentence}
      {...rest}
    />
  )
}
