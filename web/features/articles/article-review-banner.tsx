import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconEye, IconSend } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Article } from '#contract/articles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ArticleChangesDialog } from './article-changes-dialog.tsx'
import classes from './article-edit.module.css'
import { useFormActions } from './article-form-actions.ts'
import { useArticleForm } from './article-form-context.ts'

/** Who submitted the article, or its changes, for review, when, and with which words. */
export function InReviewBanner({ article }: { article: Article }) {
  const { t } = useLingui()
  const { me } = useArticleForm()
  const { can, run, running } = useFormActions()
  const { submission, status } = article
  if (!submission) return null
  const ofChanges = status === 'published'
  const who = submission.by?.name ?? t`Copydesk`
  const isMine = submission.by?.id === me.id
  const when = <RelativeTime value={submission.at} />
  return (
    <Alert icon={<IconSend size={18} />} color="teal" title={ofChanges ? t`Changes in review` : t`In review`}>
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
      {submission.message && <blockquote className={classes.message}>{submission.message}</blockquote>}
      <Buttons article={ofChanges ? article : undefined}>
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
    </Alert>
  )
}

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
      <Buttons article={article.hasChanges ? article : undefined} />
    </Alert>
  )
}

/** What can be done about the changes; with an article, looking at them. */
function Buttons({ article, children }: { article: Article | undefined; children?: ReactNode }) {
  const { session } = useArticleForm()
  const [compared, setCompared] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const compare = async () => {
    await session.save('autosave')
    setCompared(true)
  }
  if (!article && !children) return null
  return (
    <Group gap="xs" mt={6}>
      {article && (
        <Button ref={opener} size="compact-sm" variant="default" onClick={() => void compare()}>
          <Trans>Compare with what readers see</Trans>
        </Button>
      )}
      {children}
      {article && compared && (
        <ArticleChangesDialog
          article={article}
          onClose={() => {
            setCompared(false)
            requestAnimationFrame(() => opener.current?.focus())
          }}
        />
      )}
    </Group>
  )
}
