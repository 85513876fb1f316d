import { useEffect } from 'react'
import type { Site } from '#contract/session.ts'
import { PRODUCT_NAME } from '#contract/settings.ts'
import { activateLocale, chosenLocale } from '../../i18n.ts'
import { knownSite, rememberSite } from '../../known-site.ts'
import { useSetup } from './session-api.ts'

/** What the settings say of the site; what this browser knew the last time until the server has answered. */
export function useSite(): Site {
  const site = useSetup().data?.site
  useEffect(() => {
    if (site) rememberSite(site)
  }, [site])
  return site ?? knownSite()
}

/** What the console is called: as the site, or as the product where it has no name. */
export const useSiteName = (): string => useSite().name || PRODUCT_NAME

/** On the public screens: the site's language, unless one was chosen in this browser. */
export function useSiteLanguage(): void {
  const { locale } = useSite()
  useEffect(() => {
    if (locale && !chosenLocale()) void activateLocale(locale)
  }, [locale])
}
