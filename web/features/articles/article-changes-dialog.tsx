import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article, PublishedContent } from '#contract/articles.ts'
import { differing } from '../../entity/drafts/draft-merge.ts'
import { usePublished } from './article-api.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import { useArticleProblemText } from './article-words.ts'
import { CompareFrame } from './compare/compare-frame.tsx'
import { CompareDialog } from './compare/compare-dialog.tsx'
import { ComparedFields } from './compare/compared-fields.tsx'

/** What publishing the changes would change for readers, field by field. */
export function ArticleChangesDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const { t } = useLingui()
  const published = usePublished(article.id)
  const problemText = useArticleProblemText()
  return (
    <CompareDialog title={t`Changes compared with what readers see`} onClose={onClose}>
      {published.data ? (
        <Changes published={published.data} article={article} />
      ) : published.isError ? (
        <Text>{problemText(published.error).sentence}</Text>
      ) : (
        <Skeleton height={240} />
      )}
    </CompareDialog>
  )
}

function Changes({ published, article }: { published: PublishedContent; article: Article }) {
  const { t } = useLingui()
  const { names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const { content } = published
  const publishedNames = useRefNames(published)
  const changed = differing<ArticleFields>(content, fields)
  if (changed.length === 0)
    return (
      <Text>
        <Trans>Readers see this text already.</Trans>
      </Text>
    )
  return (
    <CompareFrame labels={{ before: t`Readers see`, after: t`With the changes` }}>
      <ComparedFields
        fields={changed}
        versions={{
          before: { value: content, names: publishedNames, media: published.refs.media },
          after: { value: fields, names, media: article.refs.media },
        }}
      />
    </CompareFrame>
  )
}
