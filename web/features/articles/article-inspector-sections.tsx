import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Input, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { adsPolicies, ARTICLE_LIMITS } from '#contract/article-fields.ts'
import type { MediaRef } from '#contract/media.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { ImageField } from '../media/picker/image-field.tsx'
import { PictureChoice } from '../media/picker/picture-choice.tsx'
import { useAllowed } from '../session/session-api.ts'
import { HowToGetByline } from '../authors/own-byline.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import classes from './article-edit.module.css'
import { useArticle, useArticleForm, useFields } from './article-form-context.ts'
import { ReturnNote } from './article-return-note.tsx'
import { adsPolicyNames } from './article-words.ts'
import { AddressInput } from '../../ui/address-input.tsx'

/** Who readers see as its authors, in order. */
export function BylineSection() {
  const { t } = useLingui()
  const { change, names, me, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('authors')
  const lacksByline = !me.byline && !readOnly && fields.authors.length === 0
  const mayCreate = useAllowed('taxonomy.write') ?? false
  return (
    <AuthorPicker
      id="article-field-authors"
      label={t`Authors`}
      ordered
      value={names.options(fields.authors)}
      onChange={(picked) => change({ authors: names.idsOf(picked) })}
      canCreate={mayCreate}
      disabled={readOnly}
      error={errorOf('authors')}
      description={lacksByline ? <HowToGetByline /> : undefined}
    />
  )
}

/** Where it is on the site. */
export function TaxonomySection() {
  const { t } = useLingui()
  const { change, names, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('primaryCategory', 'categories', 'tags')
  const mayCreate = useAllowed('taxonomy.write') ?? false
  const choosePrimary = (id: string | null) =>
    change({ primaryCategory: id, categories: fields.categories.filter((category) => category !== id) })
  return (
    <Stack gap="sm">
      <CategoryPicker
        id="article-field-primaryCategory"
        label={t`Primary category`}
        most={1}
        value={names.options(fields.primaryCategory ? [fields.primaryCategory] : [])}
        onChange={(picked) => choosePrimary(names.idsOf(picked)[0] ?? null)}
        canCreate={mayCreate}
        disabled={readOnly}
        error={errorOf('primaryCategory')}
      />
      <CategoryPicker
        id="article-field-categories"
        label={t`Further categories`}
        value={names.options(fields.categories)}
        onChange={(picked) => change({ categories: names.idsOf(picked).filter((id) => id !== fields.primaryCategory) })}
        canCreate={mayCreate}
        disabled={readOnly}
        error={errorOf('categories')}
      />
      <TagPicker
        id="article-field-tags"
        label={t`Tags`}
        ordered
        value={names.options(fields.tags)}
        onChange={(picked) => change({ tags: names.idsOf(picked) })}
        canCreate={mayCreate}
        noCreateText={mayCreate ? undefined : t`Only editors and administrators add tags. Ask one of them.`}
        disabled={readOnly}
        error={errorOf('tags')}
      />
    </Stack>
  )
}

const noPictures: readonly MediaRef[] = []

/** The picture above the text and in lists. */
export function ImageSection() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('cover')
  const article = useArticle()
  const fault = errorOf('cover')
  return (
    <div id="article-field-cover" tabIndex={-1} className={classes.jumpTarget}>
      <ImageField
        label={t`Cover`}
        value={fields.cover}
        onChange={(cover) => change({ cover })}
        known={article?.refs.media ?? noPictures}
        readOnly={readOnly}
        {...(fault && { errors: { media: fault } })}
      />
    </div>
  )
}

/** What search engines and social networks show. */
export function SeoSection() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('title', 'excerpt', 'seoTitle', 'seoDescription', 'canonicalUrl', 'socialImage')
  const article = useArticle()
  const [canonical, setCanonical] = useState(fields.canonicalUrl)
  return (
    <Stack gap="sm">
      <div className={classes.result} aria-hidden>
        <span className={classes.resultTitle}>{fields.seoTitle || fields.title || t`Untitled`}</span>
        <span className={classes.resultText}>
          {fields.seoDescription || fields.excerpt || t`The excerpt, or the first words of the text.`}
        </span>
      </div>
      <TextInput
        id="article-field-seoTitle"
        label={t`Title for search engines`}
        description={t`Empty: the title of the article`}
        value={fields.seoTitle}
        error={errorOf('seoTitle')}
        readOnly={readOnly}
        onChange={(event) => change({ seoTitle: event.currentTarget.value })}
      />
      <Textarea
        id="article-field-seoDescription"
        label={t`Description for search engines`}
        description={t`Empty: the excerpt. About 160 characters are shown.`}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.seoDescription}
        error={errorOf('seoDescription')}
        readOnly={readOnly}
        onChange={(event) => change({ seoDescription: event.currentTarget.value })}
      />
      <AddressInput
        id="article-field-canonicalUrl"
        label={t`Canonical URL`}
        description={t`Only where the same text is published at another address`}
        value={canonical}
        error={errorOf('canonicalUrl') && t`Write a whole address that starts with https://.`}
        readOnly={readOnly}
        onChange={(event) => setCanonical(event.currentTarget.value)}
        onBlur={({ currentTarget }) => change({ canonicalUrl: currentTarget.value.trim() })}
      />
      <div id="article-field-socialImage" tabIndex={-1} className={classes.jumpTarget}>
        <Input.Wrapper
          label={t`Social image`}
          description={t`Empty: the cover`}
          error={errorOf('socialImage')}
          labelElement="div"
        >
          <PictureChoice
            label={t`Social image`}
            value={fields.socialImage}
            onChange={(media) => change({ socialImage: media?.id ?? null })}
            known={article?.refs.media ?? noPictures}
            readOnly={readOnly}
          />
        </Input.Wrapper>
      </div>
    </Stack>
  )
}

/** How much advertising may be around the text. */
export function AdsSection() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields } = useFields('adsPolicy')
  return (
    <Radio.Group
      label={t`Ads on this article`}
      value={fields.adsPolicy}
      onChange={(value) => change({ adsPolicy: value as typeof fields.adsPolicy })}
    >
      <Stack gap={6} mt={6}>
        {adsPolicies.map((policy) => (
          <Radio
            key={policy}
            value={policy}
            label={t(adsPolicyNames[policy])}
            disabled={readOnly}
            {...(policy === fields.adsPolicy && { id: 'article-field-adsPolicy' })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** For colleagues only. */
export function NotesSection() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('internalNote')
  const article = useArticle()
  return (
    <Stack gap="sm">
      {article?.returnNote && (
        <Alert color="gray" title={t`Last note of a reviewer`}>
          <ReturnNote article={article} />
        </Alert>
      )}
      <Textarea
        id="article-field-internalNote"
        label={t`Internal note`}
        description={t`Readers never see it`}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={ARTICLE_LIMITS.note}
        value={fields.internalNote}
        error={errorOf('internalNote')}
        readOnly={readOnly}
        onChange={(event) => change({ internalNote: event.currentTarget.value })}
      />
      {article && (
        <Text size="xs" c="dimmed">
          <Trans>
            <Plural value={article.wordCount} one="# word" other="# words" />, {article.readingTime} min to read,
            version {article.version}
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
