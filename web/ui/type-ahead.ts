/**
 * What is typed between the key that opens a form and the moment its first field is there: it goes into a field that is
 * always there, and moves on from it, an open composition included.
 */

type Waiting = {
  field: HTMLTextAreaElement
  cameFrom: HTMLElement | null
  isComposing: boolean
  whenComposed: () => void
}
let waiting: Waiting | undefined
/** What was typed for a form that was left before it was there: it comes back with the next one. */
let parked = ''

/** Takes the focus, and every key from now on. `label` is that of the field to come. */
export function startTypeAhead(label: string): void {
  stop()
  const cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const field = document.createElement('textarea')
  field.setAttribute('aria-label', label)
  field.dataset['typeAhead'] = ''
  // Seen by no one, but there for the keyboard and for screen readers; in sight, so that focusing it does not scroll.
  field.style.cssText =
    'position:fixed;inset:0 auto auto 0;width:1px;height:1px;opacity:0;border:0;padding:0;resize:none'
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) cancelTypeAhead()
  })
  const own: Waiting = { field, cameFrom, isComposing: false, whenComposed: () => {} }
  field.addEventListener('blur', () => {
    // The focus went to another part of the page: keep the typed text, but do not focus the field again.
    if (waiting !== own || !document.hasFocus()) return
    if (field.value === '') stop()
    else field.tabIndex = -1
  })
  field.addEventListener('compositionstart', () => {
    own.isComposing = true
  })
  field.addEventListener('compositionend', () => {
    own.isComposing = false
    setTimeout(own.whenComposed)
  })
  field.value = parked
  parked = ''
  document.body.append(field)
  field.focus({ preventScroll: true })
  waiting = own
  // Back before the form is there: the keys belong to the screen that is shown again.
  window.addEventListener('popstate', leave)
}

function leave() {
  const typed = waiting?.field.value ?? ''
  cancelTypeAhead()
  parked = typed
}

/** Whether what is typed now goes to a field to come: nothing else may take the focus. */
export const isTypingAhead = (): boolean => waiting !== undefined && document.activeElement === waiting.field

/** The form does not come: the focus goes back to where it was. */
export function cancelTypeAhead(): void {
  const cameFrom = waiting?.cameFrom
  const hadFocus = isTypingAhead()
  stop()
  if (hadFocus && cameFrom?.isConnected) cameFrom.focus({ preventScroll: true })
}

/**
 * The field is there: hands over what was typed, at once or when a composition has ended. `take` must put the text into
 * its field and focus it before it returns, or a key in between is lost. @returns whether anyone was typing ahead
 */
export function takeTypeAhead(take: (text: string) => void): boolean {
  if (!waiting) return false
  const own = waiting
  const hand = () => {
    if (waiting !== own || own.isComposing) return
    take(own.field.value)
    stop()
  }
  own.whenComposed = hand
  // Not in the middle of React's work, so that `take` may have its field drawn at once.
  setTimeout(hand)
  return true
}

function stop() {
  const field = waiting?.field
  // First, for removing it takes its focus away, which it hears.
  waiting = undefined
  window.removeEventListener('popstate', leave)
  field?.remove()
}
