import { type ReactNode, useEffect } from 'react'
import { activateLocale, chosenLocale } from '../../i18n.ts'
import { TimeZoneContext } from '../../ui/time-zone.ts'
import { useMe } from '../session/session-api.ts'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The person's time zone for all times on the screens, and their language where this browser has none chosen. */
export function PersonalSettings({ children }: { children: ReactNode }) {
  const me = useMe()
  // A new profile has a default, not a choice; until it is edited, the browser's language is used.
  const wished = me && me.version > 1 && !chosenLocale() ? me.locale : undefined
  useEffect(() => {
    if (wished) void activateLocale(wished)
  }, [wished])
  return <TimeZoneContext value={me?.timeZone ?? here}>{children}</TimeZoneContext>
}
