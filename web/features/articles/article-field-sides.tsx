import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ArticleFields } from '#contract/article-fields.ts'
import { listed } from '../../ui/listed.ts'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { comparedParagraphs, paragraphsOf } from './article-compare.ts'
import { ComparedText } from './article-compared-text.tsx'
import classes from './article-edit.module.css'
import { fieldLabels } from './article-field-labels.ts'
import type { FieldName } from './article-fields.ts'
import type { RefNames } from './article-refs.ts'
import { adsPolicyNames } from './article-words.ts'

/** One of two versions of an article, with the names of what its ids point at. */
export type FieldSide = { label: string; value: ArticleFields; names: RefNames }

/** Two versions of one field side by side; on a phone one below the other. In texts the paragraphs that the other one lacks are marked. */
export function FieldSides({ name, sides: [one, other] }: { name: FieldName; sides: readonly [FieldSide, FieldSide] }) {
  return (
    <div className={classes.sides}>
      <Side {...one} name={name} other={other.value} />
      <Side {...other} name={name} other={one.value} />
    </div>
  )
}

function Side({ label, name, value, other, names }: FieldSide & { name: FieldName; other: ArticleFields }) {
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
      <ComparedText label={`${label}: ${t(fieldLabels[name])}`} paragraphs={paragraphs} />
    </div>
  )
}
