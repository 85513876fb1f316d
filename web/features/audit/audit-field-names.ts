import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { fieldLabels } from '../articles/article-field-labels.ts'

const names: Readonly<Record<string, MessageDescriptor>> = {
  ...fieldLabels,
  name: msg`Name`,
  displayName: msg`Name`,
  status: msg`Status`,
  state: msg`Status`,
  role: msg`Role`,
  email: msg`E-mail`,
  network: msg`Network`,
  count: msg`How often`,
  photos: msg`Photos`,
  note: msg`Note`,
  reason: msg`Reason`,
  mode: msg`Registration`,
  articleUrl: msg`Address of an article`,
  origins: msg`Allowed sites`,
  halfLifeHours: msg`Half-life in hours`,
  until: msg`Until`,
  kind: msg`Kind`,
  description: msg`Description`,
  alt: msg`Alt text`,
  caption: msg`Caption`,
  credit: msg`Credit`,
  width: msg`Width`,
  height: msg`Height`,
  bytes: msg`File size in bytes`,
  rotate: msg`Rotated`,
  flip: msg`Flipped`,
  crop: msg`Cropped`,
  from: msg`Made of`,
  publishAt: msg`Publish at`,
  parent: msg`Parent`,
  shared: msg`Shared`,
  sessions: msg`Sessions`,
  locale: msg`Language`,
  timeZone: msg`Time zone`,
  logo: msg`Logo`,
  liftMost: msg`Most that the lift multiplies`,
  needsKey: msg`A key is needed`,
  scopes: msg`Opens`,
  expiresAt: msg`Expires`,
  to: msg`Handed to`,
  articles: msg`Articles`,
  albums: msg`Albums`,
  media: msg`Media files`,
  ads: msg`Ads`,
  views: msg`Shared views`,
  invitations: msg`Invitations`,
  previewLinks: msg`Preview links`,
  advertiser: msg`Advertiser`,
  label: msg`Label`,
  clickUrl: msg`Click address`,
  creatives: msg`Creatives`,
  placements: msg`Placements`,
  startsAt: msg`Start`,
  endsAt: msg`End`,
  goal: msg`Goal`,
  amount: msg`Amount`,
  dailyCap: msg`Daily cap`,
  pacing: msg`Pacing`,
  priority: msg`Priority`,
  weight: msg`Weight`,
  frequencyCap: msg`Frequency cap`,
  targeting: msg`Targeting`,
  exclusions: msg`Exclusions`,
  allowRepeat: msg`More than once on a page`,
  key: msg`Key`,
  sizes: msg`Sizes`,
  active: msg({ message: 'Active', context: 'placement' }),
  answer: msg`Answer`,
  ok: msg`Succeeded`,
  step: msg`Failed step`,
}

/** The label of a field; one without a label is named as it is stored, in words. */
export function useFieldName(): (path: readonly string[]) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (path) => {
      const key = path.findLast((part) => !/^\d+$/.test(part))
      if (key === undefined) return t`Value`
      const known = Object.hasOwn(names, key) ? names[key] : undefined
      return known ? i18n._(known) : key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
    },
    [t, i18n],
  )
}
