import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { PhoneMenuProps } from './phone-menu-drawer.tsx'

const PhoneMenuDrawer = lazyPart(async () => (await import('./phone-menu-drawer.tsx')).PhoneMenuDrawer)

/** The menu on a phone, loaded when it is first opened. */
export function PhoneMenu(props: PhoneMenuProps) {
  const [isWanted, setWanted] = useState(props.opened)
  if (props.opened && !isWanted) setWanted(true)
  return isWanted && <PhoneMenuDrawer {...props} />
}
