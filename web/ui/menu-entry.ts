import type { FunctionComponent, ReactNode } from 'react'

export type MenuAction = {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Leave out with `link`. */
  run?: () => void
  /** A real link, drawn by this component. */
  link?: { component: FunctionComponent<{ to: string }>; to: string }
  danger?: boolean | undefined
  /** A line above it. */
  divided?: boolean | undefined
  /** Shown, but not possible: why. */
  unavailable?: string | undefined
}
/** One of a few values; the menu stays open unless `closes`. */
export type MenuChoice = {
  key: string
  label?: string
  value: string
  options: readonly { value: string; label: string; lang?: string }[]
  choose: (value: string) => void
  closes?: boolean
  divided?: boolean
}
export type MenuEntry = MenuAction | MenuChoice | { key: string; heading: ReactNode }
