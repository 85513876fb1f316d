import { type MouseEventHandler, type RefObject, useEffect, useId, useRef, useState } from 'react'

/** Opened and closed from outside; leave out for one that its button opens. */
export type DropControl = { opened: boolean; onChange: (opened: boolean) => void }

/** What the loaded part gets: the button that it belongs to, and whether it is open. */
export type DropParts = { id: string; target: RefObject<HTMLElement | null> } & DropControl

/**
 * A menu or a panel below a button. The button is there at once; what drops from it is loaded when someone points at the
 * button, focuses it, or opens it.
 * @param load loads everything that is shown when it opens, so that the focus finds it there
 */
export function useDrop(popup: 'menu' | 'dialog', load: () => Promise<unknown>, control?: DropControl) {
  const id = useId()
  const target = useRef<HTMLElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const opened = control?.opened ?? isWanted
  const setOpened = control?.onChange ?? setWanted

  useEffect(() => {
    if (!opened || isLoaded) return
    let isGone = false
    // The parts themselves say what could not be loaded.
    void load()
      .catch(() => undefined)
      .then(() => isGone || setLoaded(true))
    return () => {
      isGone = true
    }
  }, [opened, isLoaded, load])

  const isOpen = opened && isLoaded
  const loadAhead = () => void load().catch(() => undefined)
  const onClick: MouseEventHandler = () => setOpened(!opened)
  return {
    /** For the button. */
    button: {
      ref: target as RefObject<never>,
      id,
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      'data-expanded': isOpen || undefined,
      onPointerEnter: loadAhead,
      onFocus: loadAhead,
      onClick,
    },
    /** For the part; undefined until it is first opened. */
    parts: isLoaded ? ({ id, target, opened, onChange: setOpened } satisfies DropParts) : undefined,
  }
}
