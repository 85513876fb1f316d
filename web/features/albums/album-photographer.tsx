import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PickerOption } from '../../ui/picker-option.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { useAllowed } from '../session/session-api.ts'

type Props = {
  id?: string
  /** An author. */
  value: string | null
  /** Their name, as the album has it. */
  name: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
  readOnly?: boolean
}

/** Who took the photos: an author, picked by name. */
export function AlbumPhotographer({ id, value, name, onChange, error, readOnly = false }: Props) {
  const { t } = useLingui()
  const mayCreate = useAllowed('taxonomy.write') ?? false
  const [known, setKnown] = useState<PickerOption>()
  const shown = value === null ? [] : [known?.id === value ? known : { id: value, label: name ?? '…' }]
  return (
    <AuthorPicker
      {...(id && { id })}
      label={t`Photographer`}
      canCreate={mayCreate && !readOnly}
      most={1}
      disabled={readOnly}
      value={shown}
      error={error}
      onChange={([picked]) => {
        setKnown(picked)
        onChange(picked?.id ?? null)
      }}
    />
  )
}
