import { cloneElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react'
import { useDrop } from './drop.ts'
import { lazyPart } from './lazy-part.tsx'

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

type Props = {
  /** The button. */
  target: ReactElement
  entries: readonly MenuEntry[]
  position?: 'bottom-start' | 'bottom-end'
  width?: number
}

const DropMenuList = lazyPart(async () => (await import('./drop-menu-list.tsx')).DropMenuList)

/** A menu below a button. Its code is loaded when someone is about to open it. */
export function DropMenu({ target, entries, position = 'bottom-end', width }: Props) {
  const { button, parts } = useDrop('menu', DropMenuList.load)
  return (
    <>
      {cloneElement(target, button)}
      {parts && (
        <DropMenuList
          {...parts}
          entries={entries}
          position={position}
          width={width}
          onClose={() => parts.onChange(false)}
        />
      )}
    </>
  )
}
