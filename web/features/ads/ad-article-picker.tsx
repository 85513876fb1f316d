import { useLingui } from '@lingui/react/macro'
import { EntityPicker } from '../../entity/entity-picker.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { searchPublished } from './ad-references.ts'

type Props = { value: PickerOption | undefined; onChange: (article: PickerOption | undefined) => void }

/** Picks the published article whose page is looked at. */
export function AdArticlePicker({ value, onChange }: Props) {
  const { t } = useLingui()
  return (
    <EntityPicker
      label={t`Page of the article`}
      placeholder={t`Find a published article`}
      noneText={t`No article is published yet.`}
      search={searchPublished}
      canCreate={false}
      most={1}
      value={value ? [value] : []}
      onChange={([article]) => onChange(article)}
    />
  )
}
