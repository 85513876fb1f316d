import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { dayTimeWords } from '../../ui/date-text.ts'
import { listed } from '../../ui/listed.ts'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { stateNames } from '../articles/article-words.ts'
import { roleNames } from '../users/role-names.ts'

const states = {
  ...stateNames,
  active: msg`Active`,
  pending: msg`Waits for approval`,
  suspended: msg`Suspended`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  paused: msg`Paused`,
}

/** The codes of fields that are shown in words, by the last part of their path. */
const codes: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  role: roleNames,
  status: states,
  state: states,
  kind: {
    pin: msg`Pinned`,
    bury: msg`Buried`,
    none: msg`None`,
    impressions: msg`Impressions`,
    clicks: msg`Clicks`,
  },
  mode: { closed: msg`Closed`, approval: msg`By approval`, invitation: msg`By invitation` },
}

/** On the clocks of the item’s own time zone. */
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/**
 * Words for the value of a field; undefined where it is shown as it is stored.
 * @param names what ids refer to
 */
export function useValueWords(
  names: Readonly<Record<string, string>>,
): (path: readonly string[], value: unknown) => string | undefined {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  return (path, value) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (Array.isArray(value) && value.some((one) => typeof one === 'string' && Object.hasOwn(names, one)))
      return listed(
        value.map((one) => names[String(one)] ?? t`(deleted)`),
        i18n.locale,
      )
    if (typeof value !== 'string') return undefined
    if (Object.hasOwn(names, value)) return names[value]
    if (WALL_TIME.test(value)) return dayTimeWords(value, i18n.locale)
    if (INSTANT.test(value)) return exactWords(new Date(value), i18n.locale, zone)
    const [key, code] = [path.at(-1) ?? '', value]
    const known = Object.hasOwn(codes, key) ? codes[key] : undefined
    const name = known && Object.hasOwn(known, code) ? known[code] : undefined
    return name && i18n._(name)
  }
}
