/** Where the focus was: once what had it is gone from the page, no one else knows. */
export type FocusTrace = {
  element: HTMLElement
  /** What was around it, from the inside out. */
  path: readonly Element[]
  /** Whether it was in a dialog or a menu. */
  floats: boolean
}

export const FLOATING = '[role=dialog], [role=menu], [data-floating]'
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

let last: FocusTrace | undefined
let opener: FocusTrace | undefined
let pointed = false

export const focusTrace = {
  /** What had the focus last; undefined after a click on nothing, which wants it nowhere. */
  last: () => last,
  /** What had it before it went into a dialog or a menu: no one gives it back when these are simply gone. */
  opener: () => opener,
  /** Whether the last input was one of a pointer. */
  isPointed: () => pointed,
}

function traceOf(element: Element | null): FocusTrace | undefined {
  if (!(element instanceof HTMLElement)) return undefined
  const path: Element[] = []
  for (let at = element.parentElement; at; at = at.parentElement) path.push(at)
  return { element, path, floats: element.closest(FLOATING) !== null }
}

function remember(element: Element | null) {
  last = traceOf(element)
  if (!last?.floats) opener = last
}
const onFocusIn = ({ target }: FocusEvent) => remember(target instanceof Element ? target : null)
const onPointerDown = ({ target }: PointerEvent) => {
  pointed = true
  remember(target instanceof Element ? target.closest(FOCUSABLE) : null)
}
const onKeyDown = () => void (pointed = false)

/** Begins to follow the focus, once for all who ask: what is pressed in a form may lead to a list. */
export function traceFocus(): void {
  document.addEventListener('focusin', onFocusIn, true)
  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('keydown', onKeyDown, true)
}

/** Whether nothing on the page has the focus. */
export const isFocusNowhere = (): boolean => document.activeElement === document.body || document.activeElement === null
