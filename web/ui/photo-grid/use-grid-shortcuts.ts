import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { useShortcuts } from '../shortcuts.ts'

type Given = {
  list: RefObject<HTMLElement | null>
  /** Whether there are photos at all. */
  shown: boolean
  selectable: boolean
  movable: boolean
  chooseAll: () => void
}

/** The keys of the grid for the keyboard help. The list itself answers them; pressed outside it, they move the focus to it. */
export function useGridShortcuts({ list, shown, selectable, movable, chooseAll }: Given): void {
  const { t } = useLingui()
  const focus = () => list.current?.focus({ preventScroll: true })
  const all = (event: KeyboardEvent) => {
    focus()
    chooseAll()
    event.preventDefault()
  }
  useShortcuts(
    shown
      ? [
          { key: 'j', label: t`Next photo`, run: focus },
          { key: 'k', label: t`Previous photo`, run: focus },
          ...(selectable ? [{ key: 'x', label: t`Select the photo`, run: focus }] : []),
          ...(selectable ? [{ key: 'X', label: t`Select up to the photo`, run: focus }] : []),
          ...(selectable ? [{ key: 'a', withCtrl: true as const, label: t`Select all photos`, run: all }] : []),
          ...(movable ? [{ key: 'm', label: t`Pick the selected photos up, to move them`, run: focus }] : []),
        ]
      : [],
  )
}
