import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { exactWords } from '../../../ui/relative-time.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import type { FieldName } from '../article-fields.ts'
import type { RefNames } from '../article-refs.ts'
import { adsPolicyNames } from '../article-words.ts'
import { type Segment, type Version } from './comparison.ts'
import { useCompareSettings } from './compare-context.ts'
import { ComparedCover, ComparedPictureChoice } from './compared-cover.tsx'
import { ComparedDocument } from './compared-document.tsx'
import { ComparedWords } from './compared-words.tsx'
import classes from './compare.module.css'
import { comparedNames, replacedValue } from './field-segments.ts'
import type { FieldVersion } from './field-version.ts'
import { compareStrings } from './text-comparison.ts'

type Props = { name: FieldName; versions: Record<Version, FieldVersion> }

/** Two versions of one field, with what changed between them. */
export function ComparedField({ name, versions: { before, after } }: Props) {
  if (name === 'body') return <ComparedDocument before={before.value.body} after={after.value.body} />
  if (name === 'cover') return <ComparedCover before={before} after={after} />
  if (name === 'socialImage') return <ComparedPictureChoice before={before} after={after} />
  return <ComparedValue name={name} versions={{ before, after }} />
}

function ComparedValue({ name, versions: { before, after } }: Props) {
  const { layout } = useCompareSettings()
  const { t } = useLingui()
  const read = useValueReader()
  const segments = useMemo((): Segment[] => {
    const [was, now] = [before.value[name], after.value[name]]
    const named = (names: RefNames, ids: readonly string[]) =>
      names.options(ids).map(({ id, label }) => ({ id, label: label || t`no longer exists` }))
    if (Array.isArray(was) && Array.isArray(now))
      return comparedNames(named(before.names, was), named(after.names, now))
    const [wasText, nowText] = [read(name, before), read(name, after)]
    const isText = typeof was === 'string' && typeof now === 'string' && !WHOLE.has(name)
    return isText && was && now ? compareStrings(wasText, nowText) : replacedValue(wasText, nowText)
  }, [before, after, name, read, t])
  return (
    <div className={classes.row} data-change tabIndex={-1} data-change-kind="changed">
      {layout === 'together' ? (
        <p className={classes.value}>
          <ComparedWords segments={segments} shown="both" />
        </p>
      ) : (
        <div className={classes.sides}>
          <ValueSide segments={segments} shown="before" />
          <ValueSide segments={segments} shown="after" />
        </div>
      )}
    </div>
  )
}

/** Texts of which a part means nothing. */
const WHOLE: ReadonlySet<FieldName> = new Set(['adsPolicy', 'primaryCategory', 'publishAt', 'unpublishAt'])

function ValueSide({ segments, shown }: { segments: readonly Segment[]; shown: Version }) {
  // The arrow between an old and a new value belongs to neither.
  const own = segments.filter(({ text }) => text !== ' → ')
  return (
    <p className={classes.value}>
      <ComparedWords segments={own} shown={shown} />
    </p>
  )
}

/** A value as a person would read it; "–" where there is none. */
function useValueReader(): (name: FieldName, version: FieldVersion) => string {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  return useMemo(
    () =>
      (name, { value, names }) => {
        if (name === 'adsPolicy') return t(adsPolicyNames[value.adsPolicy])
        if (name === 'primaryCategory')
          return value.primaryCategory ? names.options([value.primaryCategory])[0]!.label : '–'
        const one = value[name]
        if (typeof one === 'boolean') return one ? t`yes` : t`no`
        if (typeof one !== 'string' || one === '') return '–'
        return name === 'publishAt' || name === 'unpublishAt' ? exactWords(new Date(one), i18n.locale, zone) : one
      },
    [t, i18n.locale, zone],
  )
}
