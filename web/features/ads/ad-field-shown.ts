import { useLingui } from '@lingui/react/macro'
import type { z } from 'zod'
import type { AdFields, Audience } from '#contract/ad-fields.ts'
import type { ConflictFields } from '../../entity/drafts/draft-notices.tsx'

/** What the fields of an ad are called, and how a value is shown when two people changed it. */
export function useAdFieldShown(): ConflictFields<z.input<typeof AdFields>> {
  const { t, i18n } = useLingui()
  const number = (value: number | null) => (value === null ? t`None` : i18n.number(value))
  const yesNo = (value: boolean) => (value ? t`Yes` : t`No`)
  const count = (list: readonly unknown[]) => i18n.number(list.length)
  const audience = ({ categories, tags, devices, hours }: Audience) =>
    [
      t`Categories: ${count(categories)}`,
      t`Tags: ${count(tags)}`,
      t`Devices: ${devices.join(', ')}`,
      t`Hours: ${hours.join(', ')}`,
    ].join('\n')
  return {
    name: { label: t`Name` },
    advertiser: { label: t`Advertiser` },
    label: { label: t`Label` },
    clickUrl: { label: t`Click address` },
    placements: { label: t`Placements`, show: count },
    creatives: { label: t`Creatives`, show: count },
    startsAt: { label: t`Start`, show: (wall) => wall?.replace('T', ' ') ?? t`At once` },
    endsAt: { label: t`End`, show: (wall) => wall?.replace('T', ' ') ?? t`No end` },
    timeZone: { label: t`Time zone` },
    goal: { label: t`Goal`, show: ({ amount }) => number(amount) },
    dailyCap: { label: t`Daily cap`, show: number },
    pacing: { label: t`Pacing`, show: (pacing) => (pacing === 'even' ? t`Even` : t`As fast as possible`) },
    priority: { label: t`Priority`, show: number },
    weight: { label: t`Weight`, show: number },
    frequencyCap: { label: t`Frequency cap`, show: (cap) => number(cap?.count ?? null) },
    targeting: { label: t`Targeting`, show: audience },
    exclusions: { label: t`Exclusions`, show: audience },
    allowRepeat: { label: t`More than once on a page`, show: yesNo },
  }
}
