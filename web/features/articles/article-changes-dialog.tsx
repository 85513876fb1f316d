import { useLingui } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article, PublishedContent, RevisionContent } from '#contract/articles.ts'
import { differing } from '../../entity/drafts/draft-merge.ts'
import { usePublished, useRevision } from './article-api.ts'
import classes from './article-edit.module.css'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import { ReviewSteps } from './article-review-steps.tsx'
import { useArticleProblemText } from './article-words.ts'
import { CompareFrame } from './compare/compare-frame.tsx'
import { CompareDialog } from './compare/compare-dialog.tsx'
import type { Version } from './compare/comparison.ts'
import { ComparedFields } from './compare/compared-fields.tsx'

/** What publishing the changes would change for readers, field by field. */
export function ArticleChangesDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const { t } = useLingui()
  const published = usePublished(article.id)
  const problemText = useArticleProblemText()
  return (
    <CompareDialog
      title={t`Changes compared with what readers see`}
      footer={<ReviewSteps onDone={onClose} />}
      onClose={onClose}
    >
      {published.data ? (
        <Changes
          before={published.data}
          article={article}
          labels={{ before: t`Readers see`, after: t`With the changes` }}
          noChange={t`Readers see this text already.`}
        />
      ) : published.isError ? (
        <Text>{problemText(published.error).sentence}</Text>
      ) : (
        <Skeleton height={240} />
      )}
    </CompareDialog>
  )
}

type ReturnedProps = { article: Article; revision: string; onClose: () => void }

/** What the writer changed since a reviewer returned the text. */
export function ArticleReturnedDialog({ article, revision, onClose }: ReturnedProps) {
  const { t } = useLingui()
  const returned = useRevision(article.id, revision)
  const problemText = useArticleProblemText()
  return (
    <CompareDialog title={t`What changed since the return`} footer={<ReviewSteps onDone={onClose} />} onClose={onClose}>
      <blockquote className={classes.message}>{article.returnNote}</blockquote>
      {returned.data ? (
        <Changes
          before={returned.data}
          article={article}
          labels={{ before: t`As returned`, after: t`Now` }}
          noChange={t`Nothing has changed since the return.`}
        />
      ) : returned.isError ? (
        <Text>{problemText(returned.error).sentence}</Text>
      ) : (
        <Skeleton height={240} />
      )}
    </CompareDialog>
  )
}

type ChangesProps = {
  before: PublishedContent | RevisionContent
  article: Article
  labels: Record<Version, string>
  noChange: string
}

function Changes({ before, article, labels, noChange }: ChangesProps) {
  const { names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const { content } = before
  const formerNames = useRefNames(before)
  const changed = differing<ArticleFields>(content, fields)
  if (changed.length === 0) return <Text>{noChange}</Text>
  return (
    <CompareFrame labels={labels}>
      <ComparedFields
        fields={changed}
        versions={{
          before: { value: content, names: formerNames, media: before.refs.media },
          after: { value: fields, names, media: article.refs.media },
        }}
      />
    </CompareFrame>
  )
}
