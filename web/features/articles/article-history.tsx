import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Revision } from '#contract/articles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useRevisions } from './article-api.ts'
import classes from './article-edit.module.css'
import { useArticle } from './article-form-context.ts'
import { ArticleRevisionDialog } from './article-revision-dialog.tsx'
import { useArticleProblemText } from './article-words.ts'

const reasons: Record<Revision['reason'], MessageDescriptor> = {
  create: msg`Created`,
  save: msg`Saved`,
  autosave: msg`Saved automatically`,
  beforeChoice: msg`Own version, before choosing from two`,
  choice: msg`Chosen from two versions`,
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

/** Every version there was, newest first; any can be compared and restored. */
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
  const { items } = revisions.data
  const previous = shown && items[items.findIndex((one) => one.id === shown.id) + 1]
  return (
    <>
      <ol className={classes.revisions}>
        {items.map((revision) => (
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
      {shown && <ArticleRevisionDialog {...{ id, previous }} revision={shown} onClose={close} />}
    </>
  )
}
