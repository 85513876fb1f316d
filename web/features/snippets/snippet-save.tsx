import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { SNIPPET_BODY_MAX } from '#contract/snippets.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormDialog, type FormOutcome } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSnippetName } from './snippet-name.tsx'
import { useChangeSnippets, useSnippets } from './snippet-api.ts'
import { nameFor, sameName } from './snippet-rules.ts'

type Props = { html: string; text: string; onClose: () => void }

/** Names what was selected; under the name of one that is there, it takes its place. */
export function SnippetSave({ html, text, onClose }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const list = useSnippets()
  const change = useChangeSnippets()
  const { name, field, setFault } = useSnippetName(nameFor(text))
  const given = name.trim()
  const taken = list.data?.items.find((snippet) => sameName(snippet.name, given))
  const isTooLong = new TextEncoder().encode(html).length > SNIPPET_BODY_MAX

  const save = async (): Promise<FormOutcome> => {
    if (given === '') return (setFault(t`Give the snippet a name.`), false)
    if (taken && !taken.can.write)
      return (setFault(t`Someone else has a snippet of this name. Give yours another one.`), false)
    try {
      await change.mutateAsync(
        taken
          ? { edit: taken.id, body: { version: taken.version, body: html } }
          : { create: { name: given, body: html } },
      )
    } catch (error) {
      // The list may be older than what it is compared with.
      void list.refetch()
      const { sentence, fields } = problemText(error)
      if (!fields['name']) return fields['body'] ?? sentence
      return (setFault(fields['name']), false)
    }
    notifyDone(taken ? t`Replaced the snippet “${taken.name}”` : t`Saved the snippet “${given}”`)
    return true
  }
  return (
    <FormDialog
      size="sm"
      title={t`Save as a snippet`}
      submitLabel={taken?.can.write ? <Trans>Replace “{taken.name}”</Trans> : <Trans>Save snippet</Trans>}
      ready={!isTooLong}
      failure={isTooLong ? t`This is too long for a snippet. Select less of it.` : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      {field}
      <Text size="sm" c="dimmed" lineClamp={4}>
        {text.trim() || <Trans>Without text</Trans>}
      </Text>
      <Text size="sm" role="status">
        {taken?.can.write ? (
          <Trans>There is a snippet of this name. Its text is replaced; articles that have it stay as they are.</Trans>
        ) : (
          <Trans>Everyone who writes can put a copy of it into their articles.</Trans>
        )}
      </Text>
    </FormDialog>
  )
}
