import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Revision } from '#contract/articles.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords, RelativeTime } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useRestoreRevision, useRevision, useRevisions } from './article-api.ts'
import { comparedParagraphs, paragraphsOf } from './article-compare.ts'
import { ComparedText } from './article-compared-text.tsx'
import classes from './article-edit.module.css'
import { useArticle, useArticleForm, useFields } from './article-form-context.ts'
import { useArticleProblemText } from './article-words.ts'

const reasons: Record<Revision['reason'], MessageDescriptor> = {
  create: msg`Created`,
  save: msg`Saved`,
  autosave: msg`Saved automatically`,
  restore: msg`Restored`,
  import: msg`Imported`,
  submit: msg`Submitted for review`,
  withdraw: msg`Back in editing`,
  return: msg`Returned to the writer`,
  schedule: msg`Scheduled`,
  publish: msg`Published`,
  discard: msg`Changes discarded`,
  unpublish: msg`Unpublished`,
  archive: msg`Archived`,
  trash: msg`Moved to trash`,
}

/** Every version there was, newest first; any can be looked at and brought back. */
export function ArticleHistory() {
  const article = useArticle()
  if (!article)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The history begins with the first save.</Trans>
      </Text>
    )
  return <Revisions id={article.id} current={article.version} />
}

function Revisions({ id, current }: { id: string; current: number }) {
  const { t } = useLingui()
  const revisions = useRevisions(id)
  const problemText = useArticleProblemText()
  const [shown, setShown] = useState<Revision>()
  const opener = useRef<HTMLElement>(null)
  const close = () => {
    setShown(undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (revisions.isError)
    return (
      <Text size="sm" c="dimmed">
        {problemText(revisions.error).sentence}
      </Text>
    )
  if (!revisions.data) return <Skeleton height={80} />
  return (
    <>
      <ol className={classes.revisions}>
        {revisions.data.items.map((revision) => (
          <li key={revision.id}>
            <UnstyledButton
              className={classes.revision}
              onClick={(event) => {
                opener.current = event.currentTarget
                setShown(revision)
              }}
            >
              <span className={classes.revisionReason}>
                {t(reasons[revision.reason])}
                {revision.version === current && (
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Trans>now</Trans>
                  </Text>
                )}
              </span>
              <Text span size="xs" c="dimmed">
                {revision.createdBy?.name ?? t`Copydesk`} · <RelativeTime value={revision.createdAt} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {shown && <RevisionDialog id={id} revision={shown} onClose={close} />}
    </>
  )
}

function RevisionDialog({ id, revision, onClose }: { id: string; revision: Revision; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { session, readOnly } = useArticleForm()
  const { fields } = useFields('body')
  const article = useArticle()
  const { data, error } = useRevision(id, revision.id)
  const restore = useRestoreRevision()
  const problemText = useArticleProblemText()
  const when = exactWords(new Date(revision.createdAt), i18n.locale, zone)

  const bringBack = async () => {
    try {
      // What is on the screen is saved first.
      if (!(await session.save('save'))) return
      const version = session.get().article!.version
      session.accept(await restore.mutateAsync({ id, revision: revision.id, version }))
      notifyDone(t`The version of ${when} is the newest now; the one before stays in the history.`)
      onClose()
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t`Version of ${when}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack>
        {error ? (
          <Text>{problemText(error).sentence}</Text>
        ) : data ? (
          <>
            <Text fw={600} size="lg">
              {data.content.title || t`Untitled`}
            </Text>
            <Text size="sm" c="dimmed">
              <Trans>Marked: what the current text does not have.</Trans>
            </Text>
            <ComparedText
              label={t`Text of that version`}
              paragraphs={comparedParagraphs(paragraphsOf(data.content.body), paragraphsOf(fields.body))}
            />
          </>
        ) : (
          <Skeleton height={240} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {!readOnly && revision.version !== article?.version && (
            <Button onClick={() => void bringBack()} loading={restore.isPending} disabled={!data}>
              <Trans>Make this the newest version</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
