import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedSnippet } from '#contract/snippets.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormDialog, type FormOutcome } from '../../entity/form-dialog.tsx'
import { useSnippetName } from './snippet-name.tsx'
import { useChangeSnippets } from './snippet-api.ts'

/** Gives a snippet another name. */
export function SnippetRename({ snippet, onClose }: { snippet: ListedSnippet; onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const change = useChangeSnippets()
  const { name, field, setFault } = useSnippetName(snippet.name)
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
      {field}
    </FormDialog>
  )
}
