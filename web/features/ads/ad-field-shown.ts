import { useLingui } from '@lingui/react/macro'
import type { z } from 'zod'
import type { AdFields, Audience, Creative } from '#contract/ad-fields.ts'
import type { ConflictFields } from '../../entity/drafts/draft-notices.tsx'
import { dayTimeWords } from '../../ui/date-text.ts'
import { listed } from '../../ui/listed.ts'
import { deviceNames } from './ad-words.ts'
import { rangeName, rangesOf } from './hour-ranges.ts'

const HTML_SHOWN = 400

/**
 * What the fields of an ad are called, and how a value is shown beside another one.
 * @param nameOf the name of a placement, picture, category or tag, as far as it is known
 * @param htmlMost how much of the HTML of a creative is shown
 */
export function useAdFieldShown(
  nameOf: (id: string) => string | undefined = () => undefined,
  htmlMost = HTML_SHOWN,
): ConflictFields<z.input<typeof AdFields>> {
  const { t, i18n } = useLingui()
  const number = (value: number | null) => (value === null ? t`None` : i18n.number(value))
  const time = (wall: string | null | undefined) => (wall ? dayTimeWords(wall, i18n.locale) : undefined)
  const yesNo = (value: boolean) => (value ? t`Yes` : t`No`)
  const list = (values: readonly string[]) => (values.length === 0 ? '–' : listed(values, i18n.locale))
  /** Names, or how many there are where one is not known. */
  const names = (ids: readonly string[]) => {
    const known = ids.flatMap((id) => nameOf(id) ?? [])
    return known.length === ids.length ? list(known) : i18n.number(ids.length)
  }
  const audience = ({ categories, tags, devices, hours }: Audience) =>
    [
      t`Categories: ${names(categories)}`,
      t`Tags: ${names(tags)}`,
      t`Devices: ${list(devices.map((device) => t(deviceNames[device])))}`,
      t`Hours: ${list(rangesOf(hours).map(rangeName))}`,
    ].join('\n')
  const creative = (one: Creative): string => {
    if (one.kind === 'text') return t`Text: ${[one.title, one.text].filter(Boolean).join(' – ')}`
    if (one.kind === 'image')
      return t`Picture: ${[nameOf(one.media), one.alt && `“${one.alt}”`].filter(Boolean).join(' ')}`
    const { width, height } = one
    const html = one.html.length > htmlMost ? `${one.html.slice(0, htmlMost)}…` : one.html
    return `${t`HTML, ${width} × ${height} pixels:`}\n${html}`
  }
  return {
    name: { label: t`Name` },
    advertiser: { label: t`Advertiser` },
    label: { label: t`Label` },
    clickUrl: { label: t`Click address` },
    placements: { label: t`Placements`, show: names },
    creatives: { label: t`Creatives`, show: (all) => all.map(creative).join('\n') || '–' },
    startsAt: { label: t`Start`, show: (wall) => time(wall) ?? t`At once` },
    endsAt: { label: t`End`, show: (wall) => time(wall) ?? t`No end` },
    timeZone: { label: t`Time zone` },
    goal: {
      label: t`Goal`,
      show: ({ kind, amount }) => {
        if (kind === 'none' || amount === null) return t`None`
        const many = i18n.number(amount)
        return kind === 'clicks' ? t`Clicks: ${many}` : t`Impressions: ${many}`
      },
    },
    dailyCap: { label: t`Daily cap`, show: number },
    pacing: { label: t`Pacing`, show: (pacing) => (pacing === 'even' ? t`Even` : t`As fast as possible`) },
    priority: { label: t`Priority`, show: number },
    weight: { label: t`Weight`, show: number },
    frequencyCap: {
      label: t`Frequency cap`,
      show: (cap) => {
        if (cap === null) return t`None`
        const many = i18n.number(cap.count)
        return cap.per === 'hour' ? t`${many} per hour` : t`${many} per day`
      },
    },
    targeting: { label: t`Targeting`, show: audience },
    exclusions: { label: t`Exclusions`, show: audience },
    allowRepeat: { label: t`More than once on a page`, show: yesNo },
  }
}
