import { useEffect, useState } from 'react'

/** Where the focus is lost with the dialog, it goes back to what had it when the dialog opened. */
export function useOpenerFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}
