import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { useAllowed } from '../session/session-api.ts'
import { TagPicker } from '../tags/tag-picker.tsx'

type Props = {
  count: number
  onRun: (values: readonly string[]) => void
  onClose: () => void
}

/** Tags that many articles get in addition to those they have. */
export function ArticleTagsDialog({ count, onRun, onClose }: Props) {
  const { t } = useLingui()
  const mayAdd = useAllowed('taxonomy.write') ?? false
  const [value, setValue] = useState<readonly PickerOption[]>([])
  return (
    <FormDialog
      title={<Plural value={count} one="Add tags to # article" other="Add tags to # articles" />}
      submitLabel={<Trans>Add tags</Trans>}
      ready={value.length > 0}
      onSubmit={() => onRun(value.map(({ id }) => id))}
      onClose={onClose}
    >
      <TagPicker canCreate={mayAdd} most={20} value={value} onChange={setValue} label={t`Tags`} startsFocused />
    </FormDialog>
  )
}

/** One primary category for many articles. */
export function ArticleCategoryDialog({ count, onRun, onClose }: Props) {
  const { t } = useLingui()
  const mayAdd = useAllowed('taxonomy.write') ?? false
  const [value, setValue] = useState<readonly PickerOption[]>([])
  return (
    <FormDialog
      title={<Plural value={count} one="Set the category of # article" other="Set the category of # articles" />}
      submitLabel={<Trans>Set category</Trans>}
      ready={value.length > 0}
      onSubmit={() => onRun(value.map(({ id }) => id))}
      onClose={onClose}
    >
      <CategoryPicker
        canCreate={mayAdd}
        most={1}
        value={value}
        onChange={setValue}
        label={t`Primary category`}
        startsFocused
      />
    </FormDialog>
  )
}
