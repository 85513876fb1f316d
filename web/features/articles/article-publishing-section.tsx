import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack, Switch, Text, Textarea } from '@mantine/core'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { exactWords, RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAllowed } from '../session/session-api.ts'
import { ChecklistHeading, MissingList, WorthChecking } from './article-checklist.tsx'
import { useMissing } from './article-form-actions.ts'
import { type SectionProps, useArticle, useArticleForm, useFields } from './article-form-context.ts'
import { ArticleSlug } from './article-slug.tsx'
import { useCalendarLink } from './calendar-link.ts'

/** When and where readers see it. */
export function PublishingSection({ jumpTo }: SectionProps) {
  const { t, i18n } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('excerpt', 'featured', 'sensitive')
  const article = useArticle()
  const zone = useTimeZone()
  const missing = useMissing()
  const mayPublish = useAllowed('articles.publish')
  const calendarLink = useCalendarLink()
  const inCalendar = article && calendarLink(article)
  return (
    <Stack gap="sm">
      {missing.length > 0 && !readOnly ? (
        <div>
          <ChecklistHeading>
            <Trans>Needed before publishing: {missing.length}</Trans>
          </ChecklistHeading>
          <MissingList missing={missing} jumpTo={jumpTo} />
        </div>
      ) : (
        article?.publishedAt && (
          <Text size="sm" c="dimmed">
            <Trans>
              First published <RelativeTime value={article.publishedAt} />
            </Trans>
          </Text>
        )
      )}
      {!readOnly && <WorthChecking jumpTo={jumpTo} />}
      <ArticleSlug />
      <Textarea
        id="article-field-excerpt"
        label={t`Excerpt`}
        description={t`What lists and shares say about it: ${fields.excerpt.length} of ${ARTICLE_LIMITS.excerpt} characters`}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.excerpt}
        error={errorOf('excerpt')}
        readOnly={readOnly}
        onChange={(event) => change({ excerpt: event.currentTarget.value })}
      />
      {article?.status === 'scheduled' && article.publishAt ? (
        <Text size="sm">
          {article.can.schedule ? (
            <Trans>
              Will be published on {exactWords(new Date(article.publishAt), i18n.locale, zone)}. To change that, use
              “Change the time…” in the menu above.
            </Trans>
          ) : (
            <Trans>Will be published on {exactWords(new Date(article.publishAt), i18n.locale, zone)}.</Trans>
          )}
        </Text>
      ) : (
        <MomentField
          label={t`Publication date`}
          description={
            mayPublish
              ? t`A past date becomes the date of the article when it is published. To publish later, use Schedule.`
              : t`A past date becomes the date of the article when it is published.`
          }
          name="publishAt"
        />
      )}
      {inCalendar !== undefined && (
        <Anchor component={ScreenLink} to={inCalendar} size="sm">
          <Trans>Show in the calendar</Trans>
        </Anchor>
      )}
      <MomentField label={t`Unpublish at`} description={t`Leave empty to keep it published.`} name="unpublishAt" />
      <Switch
        label={t`Featured`}
        checked={fields.featured}
        disabled={readOnly}
        onChange={(event) => change({ featured: event.currentTarget.checked })}
      />
      <Switch
        id="article-field-sensitive"
        label={t`Sensitive content`}
        checked={fields.sensitive}
        disabled={readOnly}
        onChange={(event) => change({ sensitive: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** A moment on the clocks of the person's time zone. */
function MomentField({
  label,
  description,
  name,
}: {
  label: string
  description: string
  name: 'publishAt' | 'unpublishAt'
}) {
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields(name)
  return (
    <DateTimeField
      id={`article-field-${name}`}
      label={label}
      description={description}
      value={fields[name]}
      error={errorOf(name)}
      readOnly={readOnly}
      // While a text is no date, the field says so and the last date stays.
      onChange={(moment) => moment !== undefined && change({ [name]: moment })}
    />
  )
}
