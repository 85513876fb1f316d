import { useEffect, useEffectEvent } from 'react'
import { useScreen } from './screen.tsx'

const CONTROLS = 'input, select, textarea, button'

/** Focuses the element of this id, or the first control in it; where there is none, what is around it. */
export function focusControl(id: string): void {
  const place = document.getElementById(id)
  const control = place?.matches(CONTROLS) ? place : place?.querySelector<HTMLElement>(CONTROLS)
  const target = control ?? place?.closest<HTMLElement>('[tabindex]')
  target?.scrollIntoView({ block: 'center' })
  target?.focus()
}

/** The address of a screen, so that it is opened at one of its fields. */
export const atField = (path: string, field: string): string => `${path}?field=${encodeURIComponent(field)}`

/** Calls `focus` when the screen is opened at one of its fields. */
export function useNamedField(focus: (field: string) => void): void {
  const name = new URLSearchParams(useScreen().search).get('field')
  const act = useEffectEvent(focus)
  useEffect(() => {
    if (name) act(name)
  }, [name])
}
