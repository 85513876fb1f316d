import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listed } from '../../ui/listed.ts'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { type FieldName, fieldsOf } from './article-fields.ts'
import { comparedParagraphs, paragraphsOf } from './article-compare.ts'
import { ComparedText } from './article-compared-text.tsx'
import classes from './article-edit.module.css'
import { useArticleForm, useWatched } from './article-form-context.ts'
import type { RefNames } from './article-refs.ts'
import { useRefNames } from './article-refs.ts'
import { adsPolicyNames } from './article-words.ts'
import type { Conflict } from './article-session.ts'

const fieldLabels: Record<FieldName, MessageDescriptor> = {
  title: msg`Title`,
  subtitle: msg`Subtitle`,
  slug: msg`Slug`,
  excerpt: msg`Excerpt`,
  body: msg`Text`,
  cover: msg`Cover`,
  authors: msg`Authors`,
  primaryCategory: msg`Primary category`,
  categories: msg`Further categories`,
  tags: msg`Tags`,
  featured: msg`Featured`,
  adsPolicy: msg`Ads on this article`,
  sensitive: msg`Sensitive content`,
  publishAt: msg`Publication date`,
  unpublishAt: msg`Unpublish at`,
  canonicalUrl: msg`Canonical URL`,
  seoTitle: msg`Title for search engines`,
  seoDescription: msg`Description for search engines`,
  socialImage: msg`Social image`,
  internalNote: msg`Internal note`,
}

/** Two people changed the same field: both versions side by side, and neither is lost whatever is chosen. */
export function ArticleConflictDialog() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  return conflict && <ConflictDialog conflict={conflict} />
}

function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { t } = useLingui()
  const { session, names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const theirNames = useRefNames(conflict.theirs)
  const [choice, setChoice] = useState<Partial<Record<FieldName, 'mine' | 'theirs'>>>({})
  const [busy, setBusy] = useState(false)
  const theirs = fieldsOf(conflict.theirs)
  const who = conflict.changedBy || t`Someone else`

  const settle = async () => {
    setBusy(true)
    await session.resolve(choice)
    setBusy(false)
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="xl"
      title={t`${who} changed the same part of this article`}
    >
      <Stack gap="lg">
        <Text size="sm">
          <Trans>Choose which one to go on with. The other stays in the history of the article.</Trans>
        </Text>
        {conflict.fields.map((name) => (
          <section key={name} aria-label={t(fieldLabels[name])}>
            <Group justify="space-between" mb="xs">
              <Text fw={600}>{t(fieldLabels[name])}</Text>
              <SegmentedControl
                size="xs"
                aria-label={t`Which version of: ${t(fieldLabels[name])}`}
                value={choice[name] ?? 'mine'}
                onChange={(value) => setChoice({ ...choice, [name]: value as 'mine' | 'theirs' })}
                data={[
                  { value: 'mine', label: t`Mine` },
                  { value: 'theirs', label: t`From ${who}` },
                ]}
              />
            </Group>
            <div className={classes.sides}>
              <Side label={t`Mine`} name={name} value={fields} other={theirs} names={names} />
              <Side label={t`From ${who}`} name={name} value={theirs} other={fields} names={theirNames} />
            </div>
          </section>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => void settle()} loading={busy} data-autofocus>
            <Trans>Go on with these</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type Fields = ReturnType<typeof fieldsOf>
type SideProps = { label: string; name: FieldName; value: Fields; other: Fields; names: RefNames }

function Side({ label, name, value, other, names }: SideProps) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  /** The value as a person would read it. */
  const words = (): string => {
    if (name === 'adsPolicy') return t(adsPolicyNames[value.adsPolicy])
    const one = value[name]
    if (name === 'primaryCategory')
      return value.primaryCategory ? names.options([value.primaryCategory])[0]!.label : '—'
    if (Array.isArray(one))
      return (
        listed(
          names.options(one).map((option) => option.label),
          i18n.locale,
        ) || '—'
      )
    if (typeof one === 'boolean') return one ? '✓' : '—'
    if (one === null || one === '') return '—'
    if (typeof one === 'object') return [one.alt, one.caption, one.credit].filter(Boolean).join(' · ') || one.media
    return name === 'publishAt' || name === 'unpublishAt' ? exactWords(new Date(one), i18n.locale, zone) : one
  }
  const paragraphs =
    name === 'body'
      ? comparedParagraphs(paragraphsOf(value.body), paragraphsOf(other.body))
      : [{ text: words(), isOnlyHere: true }]
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      <ComparedText label={label} paragraphs={paragraphs} />
    </div>
  )
}
