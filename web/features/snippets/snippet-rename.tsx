import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ListedSnippet, SNIPPET_NAME_MAX } from '#contract/snippets.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormDialog, type FormOutcome } from '../../entity/form-dialog.tsx'
import { useChangeSnippets } from './snippet-api.ts'

/** Gives a snippet another name. */
export function SnippetRename({ snippet, onClose }: { snippet: ListedSnippet; onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const change = useChangeSnippets()
  const [name, setName] = useState(snippet.name)
  const [fault, setFault] = useState<string>()
  const rename = async (): Promise<FormOutcome> => {
    try {
      await change.mutateAsync({ edit: snippet.id, body: { version: snippet.version, name } })
      return true
    } catch (error) {
      const { sentence, fields } = problemText(error)
      if (!fields['name']) return sentence
      setFault(fields['name'])
      return false
    }
  }
  return (
    <FormDialog
      size="sm"
      title={t`Rename the snippet “${snippet.name}”`}
      submitLabel={<Trans>Rename</Trans>}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t`Name of the snippet`}
        maxLength={SNIPPET_NAME_MAX}
        value={name}
        error={fault}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setFault(undefined)
        }}
      />
    </FormDialog>
  )
}
