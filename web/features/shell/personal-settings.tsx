import { type ReactNode, useEffect } from 'react'
import { activateLocale, chosenLocale } from '../../i18n.ts'
import { TimeZoneContext } from '../../ui/time-zone.ts'
import { useMe } from '../session/session-api.ts'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The person's time zone for all times on the screens, and their language where this browser has none chosen. */
export function PersonalSettings({ children }: { children: ReactNode }) {
  const me = useMe()
  // A brand-new profile holds a default, not a wish; until it is edited the browser's own language stands.
  const wished = me && me.version > 1 && !chosenLocale() ? me.locale : undefined
  useEffect(() => {
    if (wished) void activateLocale(wished)
  }, [wished])
  return <TimeZoneContext value={me?.timeZone ?? here}>{children}</TimeZoneContext>
}
