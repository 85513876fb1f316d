import { useLingui } from '@lingui/react/macro'
import type { ToastLink } from '../../ui/notify.tsx'

type OnSite = { siteUrl: string | null }

/** The way to the article as readers see it; undefined while they do not, or while the settings name no site. */
export function useSiteLink(): (article: OnSite) => ToastLink | undefined {
  const { t } = useLingui()
  return ({ siteUrl }) => (siteUrl === null ? undefined : { label: t`View on site`, href: siteUrl })
}

/** Opens it in a new tab, which cannot reach the console. */
export function openSite({ siteUrl }: OnSite): void {
  if (siteUrl !== null) window.open(siteUrl, '_blank', 'noopener,noreferrer')
}
