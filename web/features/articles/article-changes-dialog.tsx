import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article, PublishedContent } from '#contract/articles.ts'
import { differing } from '../../entity/drafts/draft-merge.ts'
import { usePublished } from './article-api.ts'
import { fieldLabels } from './article-field-labels.ts'
import { FieldSides } from './article-field-sides.tsx'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import { useArticleProblemText } from './article-words.ts'

/** What readers see beside what publishing the changes would show them, field by field. */
export function ArticleChangesDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const { t } = useLingui()
  const published = usePublished(article.id)
  const problemText = useArticleProblemText()
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t`Changes compared with what readers see`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {published.data ? (
        <Changes published={published.data} />
      ) : published.isError ? (
        <Text>{problemText(published.error).sentence}</Text>
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  )
}

function Changes({ published }: { published: PublishedContent }) {
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
    <Stack gap="lg">
      {changed.map((name) => (
        <section key={name} aria-label={t(fieldLabels[name])}>
          <Text fw={600} mb="xs">
            {t(fieldLabels[name])}
          </Text>
          <FieldSides
            name={name}
            sides={[
              { label: t`Readers see`, value: content, names: publishedNames },
              { label: t`With the changes`, value: fields, names },
            ]}
          />
        </section>
      ))}
    </Stack>
  )
}
