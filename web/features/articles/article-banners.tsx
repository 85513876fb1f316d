import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { IconArrowBackUp, IconClockExclamation, IconEye, IconTrash } from '@tabler/icons-react'
import { useArticle, useArticleForm } from './article-form-context.ts'
import { ArticleKeptText } from './article-kept-text.tsx'
import { requirementNames } from './article-words.ts'

/** What someone should know before writing: kept text, a reviewer's note, why nothing can be changed. */
export function ArticleBanners() {
  const { t } = useLingui()
  const { readOnly } = useArticleForm()
  const article = useArticle()
  return (
    <>
      {!readOnly && <ArticleKeptText />}
      {article?.returnNote && article.status === 'draft' && (
        <Alert
          icon={<IconArrowBackUp size={18} />}
          color="yellow"
          title={t`Sent back with a note`}
          style={{ whiteSpace: 'pre-wrap' }}
        >
          {article.returnNote}
        </Alert>
      )}
      {article && article.returnMissing.length > 0 && article.status === 'draft' && <NotPublished />}
      {!readOnly && article?.status === 'published' && !article.deletedAt && !article.can.unpublish && (
        <Alert icon={<IconEye size={18} />} color="gray" title={t`Readers see this article`}>
          <Trans>Your changes are saved here; readers see them once an editor publishes them. Ask an editor.</Trans>
        </Alert>
      )}
      {article?.deletedAt ? (
        <Alert icon={<IconTrash size={18} />} color="gray" title={t`This article is in the trash`}>
          <Trans>Restore it as a draft to go on writing. After 30 days it is deleted for good.</Trans>
        </Alert>
      ) : (
        readOnly && (
          <Alert icon={<IconEye size={18} />} color="gray" title={t`You can read this article, not change it`}>
            <Trans>Your role does not allow changes here. An administrator can change that.</Trans>
          </Alert>
        )
      )}
    </>
  )
}

/** Its planned time came, and something was missing. */
function NotPublished() {
  const { t, i18n } = useLingui()
  const article = useArticle()
  const parts = (article?.returnMissing ?? []).map((name) =>
    name === 'unpublishAt' ? t`a time to unpublish that is still to come` : t(requirementNames[name]),
  )
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(parts)
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
