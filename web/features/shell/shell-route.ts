import type { ComponentType } from 'react'
import type { ScreenId, ScreenInfo } from './screens.ts'

/** What a route of the shell says about its screen. */
export type ShellRoute = ScreenInfo & {
  /** Undefined for an address that leads nowhere. */
  id: ScreenId | undefined
  /** Undefined while the screen is not built. */
  Component: ComponentType | undefined
}
