import { type ReactNode, useEffect } from 'react'
import { activateLocale, chosenLocale } from '../../i18n.ts'
import { TimeZoneContext } from '../../ui/time-zone.ts'
import type { Me } from '#contract/session.ts'
import { useMe } from '../session/session-api.ts'
import { useSite } from '../session/site.ts'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** UTC that the person did not choose is the default of a site without a time zone: then the browser's zone tells more. */
const isSet = (zone: string, me: Me | undefined) => me?.ownTimeZone === true || zone !== 'UTC'

/** The person's time zone for all times on the screens, and their language where this browser has none chosen. */
export function PersonalSettings({ children }: { children: ReactNode }) {
  const me = useMe()
  const { locale, timeZone } = useSite()
  // A new profile has a default, not a choice; until it is edited, the site's language is used, else the browser's.
  const own = me && me.version > 1 ? me.locale : (locale ?? undefined)
  const wished = me && !chosenLocale() ? own : undefined
  useEffect(() => {
    if (wished) void activateLocale(wished)
  }, [wished])
  const zone = me?.timeZone ?? timeZone
  return <TimeZoneContext value={isSet(zone, me) ? zone : here}>{children}</TimeZoneContext>
}
