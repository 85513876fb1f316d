import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedSnippet } from '#contract/snippets.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { LoadFailed } from '../../entity/load-failed.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { DialogSearch } from '../../ui/dialog-search.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useOpenerFocus } from '../../ui/opener-focus.ts'
import dialogClasses from '../../ui/picker-dialog.module.css'
import { fetchSnippet, useChangeSnippets, useSnippets } from './snippet-api.ts'
import { SnippetRename } from './snippet-rename.tsx'
import { hasWords } from './snippet-rules.ts'
import classes from './snippet-picker.module.css'

type Props = { onChoose: (html: string) => void; onClose: () => void }

/** Finds a snippet by its name or how it begins; those that the person may change are renamed and deleted here, too. */
export function SnippetPicker({ onChoose, onClose }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  useOpenerFocus()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [renaming, setRenaming] = useState<ListedSnippet>()
  const list = useSnippets()
  const change = useChangeSnippets()
  const q = typed.trim()
  const found = list.data?.items.filter((snippet) => hasWords(snippet, q))

  const say = (error: unknown) => {
    const { sentence, requestId } = problemText(error)
    notifyFailure(sentence, requestId)
  }
  const choose = async ({ id }: ListedSnippet) => {
    if (busy !== undefined) return
    setBusy(id)
    setFailure(undefined)
    try {
      onChoose((await fetchSnippet(id)).body)
    } catch (error) {
      setFailure(error)
      setBusy(undefined)
    }
  }
  const remove = async ({ id, name }: ListedSnippet) => {
    try {
      const { body } = await fetchSnippet(id)
      await change.mutateAsync({ remove: id })
      const again = () => change.mutateAsync({ create: { name, body } }).catch(say)
      notifyDone(t`Deleted the snippet “${name}”`, { label: t`Undo`, run: () => void again() })
    } catch (error) {
      say(error)
    }
  }
  const actionsOf = (snippet: ListedSnippet): RowAction[] =>
    snippet.can.write
      ? [
          { key: 'rename', label: t`Rename`, icon: <IconPencil size={16} />, run: () => setRenaming(snippet) },
          {
            key: 'delete',
            label: t`Delete`,
            icon: <IconTrash size={16} />,
            danger: true,
            divided: true,
            run: () => void remove(snippet),
          },
        ]
      : []

  return (
    <Modal opened onClose={onClose} title={t`Snippets`} size={560} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="sm">
        <div className={dialogClasses.bar}>
          <DialogSearch
            label={t`Search snippets`}
            value={typed}
            onChange={setTyped}
            // Without a search nothing says which one is meant.
            onEnter={() => q && found?.[0] && void choose(found[0])}
          />
        </div>
        {failure !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problemText(failure).sentence}
          </Text>
        )}
        <div className={dialogClasses.results} aria-busy={list.isPending}>
          {list.isPending &&
            Array.from({ length: 5 }, (_, at) => <Skeleton key={at} height={52} radius="md" aria-hidden mb={4} />)}
          {list.error && !list.data && (
            <LoadFailed title={t`The snippets could not be loaded`} error={list.error} onRetry={() => list.refetch()} />
          )}
          {found?.length === 0 &&
            (q ? (
              <EmptyState kind="no-match" title={t`No snippet matches “${q}”`} />
            ) : (
              <EmptyState kind="nothing" title={t`No snippets yet`}>
                <Trans>
                  Select a text that you need often, as an imprint or a call to write in, and choose “Save the selection
                  as a snippet” in the menu “Insert”. Everyone who writes can use it.
                </Trans>
              </EmptyState>
            ))}
          <ul className={dialogClasses.choices} aria-label={t`Snippets`}>
            {found?.map((snippet) => (
              <li key={snippet.id} className={classes.row}>
                <button
                  type="button"
                  className={`${dialogClasses.choice} ${classes.choice}`}
                  disabled={busy !== undefined}
                  aria-busy={busy === snippet.id}
                  onClick={() => void choose(snippet)}
                >
                  <Text span size="md" fw={500} truncate display="block">
                    {snippet.name}
                  </Text>
                  <Text span size="xs" c="dimmed" lineClamp={2}>
                    {snippet.start || <Trans>Without text</Trans>}
                  </Text>
                </button>
                <RowActions name={snippet.name} actions={actionsOf(snippet)} />
              </li>
            ))}
          </ul>
        </div>
      </Stack>
      {renaming && <SnippetRename snippet={renaming} onClose={() => setRenaming(undefined)} />}
    </Modal>
  )
}
