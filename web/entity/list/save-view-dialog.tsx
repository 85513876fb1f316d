import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView } from '#contract/saved-views.ts'
import { FormDialog } from '../form-dialog.tsx'

type Choice = { name: string; shared: boolean; replaces: string | undefined }
type Props = {
  /** Given: rename it. */
  view?: SavedView
  /** My views, whose place the new one may take; two of one name could not be told apart. */
  replaceable: readonly SavedView[]
  /** Resolves to a sentence when it failed. */
  onSave: (choice: Choice) => Promise<string | undefined>
  onClose: () => void
}

/** Names a view. */
export function SaveViewDialog({ view, replaceable, onSave, onClose }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [replaces, setReplaces] = useState('')
  const [failure, setFailure] = useState<string>()
  const given = name.trim()
  const isTaken = replaceable.some((mine) => mine.id !== view?.id && mine.name.toLowerCase() === given.toLowerCase())
  const save = async () => {
    if (replaces || (given !== '' && !isTaken)) {
      const sentence = await onSave({ name: given, shared, replaces: replaces || undefined })
      // Beside the name, where there is one.
      if (!sentence || replaces) return sentence
      setFailure(sentence)
    } else setFailure(isTaken ? t`You have a view of this name. Give it another one.` : t`Give the view a name.`)
    return false
  }
  return (
    <FormDialog
      size="sm"
      title={view ? t`Rename the view “${view.name}”` : t`Save view`}
      submitLabel={<Trans>Save view</Trans>}
      onSubmit={save}
      onClose={onClose}
    >
      {!view && replaceable.length > 0 && (
        <NativeSelect
          label={t`Save as`}
          value={replaces}
          data={[
            { value: '', label: t`A new view` },
            ...replaceable.map((mine) => ({ value: mine.id, label: t`Replace “${mine.name}”` })),
          ]}
          onChange={(event) => setReplaces(event.currentTarget.value)}
        />
      )}
      {!replaces && (
        <TextInput
          data-autofocus
          label={t`Name of the view`}
          maxLength={60}
          value={name}
          error={failure}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setFailure(undefined)
          }}
        />
      )}
      <Checkbox
        label={t`Share with everyone`}
        description={t`Others see it as a tab; only you can change it.`}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
