import { useLingui } from '@lingui/react/macro'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { SLUG_MAX } from '#contract/text.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { fetchSlug } from './article-api.ts'
import { useArticle, useArticleForm, useFields } from './article-form-context.ts'
import { useArticleProblemText } from './article-words.ts'

/** The address on the site; made from the title until someone writes one. */
export function ArticleSlug() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('slug', 'title')
  const article = useArticle()
  const problemText = useArticleProblemText()
  const [busy, setBusy] = useState(false)
  const { slug } = fields
  const liveSlug = article?.live?.slug ?? slug

  const fromTitle = async () => {
    setBusy(true)
    try {
      change({ slug: (await fetchSlug(fields.title, article?.id)).slug })
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    } finally {
      setBusy(false)
    }
  }

  return (
    <TextInput
      id="article-field-slug"
      label={t`Slug`}
      description={
        slug === ''
          ? t`Made from the title`
          : slug === liveSlug
            ? `/${slug}`
            : t`/${slug}. Once this is published, /${liveSlug} will lead here.`
      }
      placeholder={t`made-from-the-title`}
      maxLength={SLUG_MAX}
      value={slug}
      error={errorOf('slug')}
      readOnly={readOnly}
      onChange={(event) => change({ slug: event.currentTarget.value.toLowerCase().replace(/[\s_]+/g, '-') })}
      rightSection={
        !readOnly && (
          <Tooltip label={t`Make it from the title`}>
            <ActionIcon
              aria-label={t`Make the slug from the title`}
              loading={busy}
              disabled={fields.title.trim() === ''}
              onClick={() => void fromTitle()}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  )
}
