import { useLingui } from '@lingui/react/macro'
import type { z } from 'zod'
import { type AdFields, Creative } from '#contract/ad-fields.ts'
import { dayTimeWords } from '../../ui/date-text.ts'

type Values = z.input<typeof AdFields>

/** What is wrong with a field of an ad, where more can be said than what the rule of the schema is about. */
export function useAdFaultText(): (name: keyof Values, values: Values, text: string) => string {
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
      if (place > 0) return t`Number ${place}: ${text}`
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
