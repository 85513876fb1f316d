import { cloneElement, type ReactElement } from 'react'
import { useDrop } from './drop.ts'
import { lazyPart } from './lazy-part.tsx'
import type { MenuEntry } from './menu-entry.ts'

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
