import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconEye, IconSend } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Article } from '#contract/articles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ArticleChangesDialog, ArticleReturnedDialog } from './article-changes-dialog.tsx'
import classes from './article-edit.module.css'
import { useFormActions } from './article-form-actions.ts'
import { useArticleForm } from './article-form-context.ts'
import { ReturnDialog } from './article-return-dialog.tsx'

/** Who submitted the article, or its changes, for review, when, and with which words; and why it was returned before. */
export function InReviewBanner({ article }: { article: Article }) {
  const { t } = useLingui()
  const { me } = useArticleForm()
  const { can, run, running } = useFormActions()
  const [isReturning, setIsReturning] = useState(false)
  const { submission, returned, returnNote, status } = article
  if (!submission) return null
  const ofChanges = status === 'published'
  const isMine = submission.by?.id === me.id
  return (
    <Alert icon={<IconSend size={18} />} color="teal" title={ofChanges ? t`Changes in review` : t`In review`}>
      {returned && returnNote ? (
        <ReturnedAndSubmitted article={article} returned={returned} submission={submission} />
      ) : (
        <Submitted submission={submission} isMine={isMine} ofChanges={ofChanges} />
      )}
      {submission.message && <blockquote className={classes.message}>{submission.message}</blockquote>}
      <Buttons article={article} comparesReaders={ofChanges}>
        {can('return') && (
          <Button size="compact-sm" variant="default" onClick={() => setIsReturning(true)}>
            <Trans>Return to the writer…</Trans>
          </Button>
        )}
        {can('withdraw') && (isMine || !can('return')) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={running === 'withdraw'}
            onClick={() => void run('withdraw')}
          >
            <Trans>Back to editing</Trans>
          </Button>
        )}
      </Buttons>
      {isReturning && <ReturnDialog run={run} onClose={() => setIsReturning(false)} />}
    </Alert>
  )
}

type Submission = NonNullable<Article['submission']>

function Submitted({ submission: { by, at }, isMine, ofChanges }: SubmittedProps) {
  const { t } = useLingui()
  const who = by?.name ?? t`Copydesk`
  const when = <RelativeTime value={at} />
  return (
    <Text size="sm">
      {isMine ? (
        ofChanges ? (
          <Trans>You submitted these changes {when}. Readers see them once an editor publishes them.</Trans>
        ) : (
          <Trans>You submitted this {when}.</Trans>
        )
      ) : ofChanges ? (
        <Trans>
          {who} submitted these changes {when}.
        </Trans>
      ) : (
        <Trans>
          {who} submitted this {when}.
        </Trans>
      )}
    </Text>
  )
}
type SubmittedProps = { submission: Submission; isMine: boolean; ofChanges: boolean }

/** The note of the return is above the answer to it. */
function ReturnedAndSubmitted({ article: { returnNote }, returned, submission }: AgainProps) {
  const { t } = useLingui()
  const reviewer = returned.by?.name ?? t`Copydesk`
  const who = submission.by?.name ?? t`Copydesk`
  const returnedWhen = <RelativeTime value={returned.at} />
  const when = <RelativeTime value={submission.at} />
  return (
    <>
      <Text size="sm">
        <Trans>
          Returned by {reviewer} {returnedWhen}:
        </Trans>
      </Text>
      <blockquote className={classes.message}>{returnNote}</blockquote>
      <Text size="sm" mt={6}>
        <Trans>
          Submitted again by {who} {when}.
        </Trans>
      </Text>
    </>
  )
}
type AgainProps = { article: Article; returned: NonNullable<Article['returned']>; submission: Submission }

/** For people who may not publish: why readers do not see their changes yet. */
export function PublishedBanner({ article }: { article: Article }) {
  const { t } = useLingui()
  return (
    <Alert icon={<IconEye size={18} />} color="gray" title={t`Readers see this article`}>
      <Text size="sm">
        <Trans>
          Your changes are saved here. Submit them when they are ready; readers see them once an editor publishes them.
        </Trans>
      </Text>
      <Buttons article={article} comparesReaders={article.hasChanges} />
    </Alert>
  )
}

type ButtonsProps = { article: Article; comparesReaders: boolean; children?: ReactNode }

/** What can be done about the changes, and looking at them: against what readers see, and what was returned. */
function Buttons({ article, comparesReaders, children }: ButtonsProps) {
  const { session } = useArticleForm()
  const [compared, setCompared] = useState<'published' | 'returned'>()
  const opener = useRef<HTMLButtonElement>(null)
  const revision = article.submission && article.returnNote ? article.returned?.revision : null
  const compare = async (button: HTMLButtonElement, which: typeof compared) => {
    opener.current = button
    await session.save('autosave')
    setCompared(which)
  }
  const close = () => {
    setCompared(undefined)
    // Publishing or returning it from the dialog removes the button.
    requestAnimationFrame(() => {
      const target = opener.current?.isConnected ? opener.current : document.getElementById('article-title')
      target?.focus()
    })
  }
  if (!comparesReaders && !revision && !children) return null
  return (
    <Group gap="xs" mt={6}>
      {revision && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={({ currentTarget }) => void compare(currentTarget, 'returned')}
        >
          <Trans>What changed since the return</Trans>
        </Button>
      )}
      {comparesReaders && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={({ currentTarget }) => void compare(currentTarget, 'published')}
        >
          <Trans>Compare with what readers see</Trans>
        </Button>
      )}
      {children}
      {compared === 'published' && <ArticleChangesDialog article={article} onClose={close} />}
      {compared === 'returned' && revision && (
        <ArticleReturnedDialog article={article} revision={revision} onClose={close} />
      )}
    </Group>
  )
}
