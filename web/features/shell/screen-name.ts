import { useLingui } from '@lingui/react/macro'
import { useHeading } from '../../ui/screen.tsx'
import type { ShellRoute } from './shell-route.ts'

/** What the screen in front is called on the screen. `isOwn`: it named itself after what it shows; else by its entry in the menu. */
export function useScreenName(route: ShellRoute): { name: string; isOwn: boolean } {
  const { i18n } = useLingui()
  const { title } = useHeading()
  const isOwn = title !== i18n._(route.title)
  return { name: isOwn ? title : i18n._(route.label), isOwn }
}
