import { useLingui } from '@lingui/react/macro'
import type { z } from 'zod'
import { type AdFields, Creative } from '#contract/ad-fields.ts'
import { type PlacementRef, sizeName } from '#contract/placements.ts'
import { dayTimeWords } from '../../ui/date-text.ts'
import { fitsPlacement, sizeOf } from './ad-references.ts'
import { listed } from '../../ui/listed.ts'

type Values = z.input<typeof AdFields>

/** What the form knows of the items that the values refer to. */
export type AdSizes = { placements: readonly PlacementRef[]; pictures: Parameters<typeof sizeOf>[1] }

/** What is wrong with a field of an ad, where more can be said than what the rule of the schema is about. */
export function useAdFaultText(sizesNow: () => AdSizes): (name: keyof Values, values: Values, text: string) => string {
  const { t, i18n } = useLingui()
  return (name, values, text) => {
    if (name === 'clickUrl') {
      if (!/^https:\/\//i.test(values.clickUrl)) return t`The address must begin with https://.`
      if (/\s/.test(values.clickUrl)) return t`Write the address without spaces; %20 is one.`
      if (values.clickUrl.length <= CLICK_URL_MOST)
        return t`Write a complete address without user name and password, as https://example.com/offer.`
    }
    if (name === 'creatives') {
      const place = values.creatives.findIndex((creative) => !Creative.safeParse(creative).success) + 1
      const incomplete = values.creatives[place - 1]
      if (incomplete?.kind === 'image' && !incomplete.media) return t`Number ${place}: Choose a picture.`
      if (place > 0) return t`Number ${place}: ${text}`
      const { placements, pictures } = sizesNow()
      const wrong = (values.creatives as Creative[]).flatMap((creative, at) => {
        const size = sizeOf(creative, pictures)
        return size && !placements.some((one) => fitsPlacement(size, one)) ? { at: at + 1, size: sizeName(size) } : []
      })[0]
      const wanted = listed([...new Set(placements.flatMap(({ sizes }) => sizes.map(sizeName)))])
      if (wrong && wanted) return t`Number ${wrong.at} has ${wrong.size}; the chosen placements show ${wanted}.`
    }
    // As the date field says it of a text that means no time.
    if ((name === 'startsAt' || name === 'endsAt') && values[name] === '') {
      const example = dayTimeWords('2026-03-29T09:30', i18n.locale)
      return t`Write date and time like ${example}.`
    }
    return text
  }
}

const CLICK_URL_MOST = 2000
