import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { IconArrowBackUp, IconClock, IconClockExclamation, IconEye, IconTrash } from '@tabler/icons-react'
import { useArticle, useArticleForm } from './article-form-context.ts'
import { ArticleConflictBanner } from './article-conflict-banner.tsx'
import { ArticleKeptText } from './article-kept-text.tsx'
import { InReviewBanner, PublishedBanner } from './article-review-banner.tsx'
import { ReturnNote, useReturnTitle } from './article-return-note.tsx'
import { tellsReturn } from './article-state-news.ts'
import { requirementNames } from './article-words.ts'
import { useAllowed } from '../session/session-api.ts'
import { ArticleTerm } from '../search-rank/article-term.tsx'
import { listFormat } from '../../ui/formats.ts'

/** What someone should know before writing: unsaved text, a reviewer's note, why nothing can be changed. */
export function ArticleBanners() {
  const { t } = useLingui()
  const { readOnly, me } = useArticleForm()
  const article = useArticle()
  const returnTitle = useReturnTitle()
  return (
    <>
      <ArticleConflictBanner />
      <ArticleKeptText />
      {article && tellsReturn(article, me.id) && (
        <Alert
          data-state-banner="returned"
          tabIndex={-1}
          icon={<IconArrowBackUp size={18} />}
          color="yellow"
          title={returnTitle(article)}
        >
          <ReturnNote article={article} />
        </Alert>
      )}
      {article && article.returnMissing.length > 0 && article.status === 'draft' && <NotPublished />}
      {article?.submission && <InReviewBanner article={article} />}
      {!readOnly &&
        article?.status === 'published' &&
        !article.deletedAt &&
        !article.submission &&
        !article.can.unpublish && <PublishedBanner article={article} />}
      {article?.deletedAt ? (
        <Alert
          data-state-banner="trashed"
          tabIndex={-1}
          icon={<IconTrash size={18} />}
          color="gray"
          title={t`This article is in the trash`}
        >
          <Trans>Restore it as a draft to go on writing. After 30 days it is deleted permanently.</Trans>
        </Alert>
      ) : (
        readOnly && <ReadOnlyBanner isScheduled={article?.status === 'scheduled'} />
      )}
      {article?.searchTerm && !article.deletedAt && (
        <ArticleTerm article={article.id} term={article.searchTerm} mayDismiss={!readOnly} />
      )}
    </>
  )
}

/** Why nothing can be changed, and who can change that. */
function ReadOnlyBanner({ isScheduled }: { isScheduled: boolean }) {
  const { t } = useLingui()
  const mayWrite = useAllowed('articles.write')
  if (isScheduled && mayWrite)
    return (
      <Alert
        data-state-banner="scheduled"
        tabIndex={-1}
        icon={<IconClock size={18} />}
        color="gray"
        title={t`This article is scheduled`}
      >
        <Trans>It goes out as it was approved. To change it, ask an editor to cancel the schedule.</Trans>
      </Alert>
    )
  return (
    <Alert icon={<IconEye size={18} />} color="gray" title={t`You can read this article, not change it`}>
      <Trans>Your role does not allow changes here. An administrator can change that.</Trans>
    </Alert>
  )
}

/** Its planned time came, and something was missing. */
function NotPublished() {
  const { t, i18n } = useLingui()
  const article = useArticle()
  const parts = (article?.returnMissing ?? []).map((name) =>
    name === 'unpublishAt' ? t`a time to unpublish in the future` : t(requirementNames[name]),
  )
  const list = listFormat(i18n.locale, { type: 'conjunction' }).format(parts)
  return (
    <Alert
      icon={<IconClockExclamation size={18} />}
      color="yellow"
      title={t`This was not published at its planned time`}
    >
      <Trans>It is a draft again. Missing: {list}.</Trans>
    </Alert>
  )
}
