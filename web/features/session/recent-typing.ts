/** After this long without a key, no one is typing. In milliseconds. */
const PAUSE = 2_000

let lastKey = -Infinity
let isComposing = false

const isEditable = (element: EventTarget | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, input:not([type=checkbox], [type=radio], [type=button])'))

const onKey = ({ target }: Event) => {
  if (isEditable(target)) lastKey = performance.now()
}
const onComposition = ({ type }: Event) => {
  isComposing = type === 'compositionstart'
  lastKey = performance.now()
}
/** Who clicks a button has ended the sentence. */
const onPoint = ({ target }: Event) => {
  if (target instanceof Element && !isEditable(target)) lastKey = -Infinity
}

const heard = [
  ['keydown', onKey],
  ['input', onKey],
  ['compositionstart', onComposition],
  ['compositionend', onComposition],
  ['pointerdown', onPoint],
] as const

/** Listens to what is typed anywhere on the page. Returns a function that stops it. */
export function watchTyping(): () => void {
  for (const [name, listener] of heard) document.addEventListener(name, listener, true)
  return () => {
    for (const [name, listener] of heard) document.removeEventListener(name, listener, true)
    lastKey = -Infinity
    isComposing = false
  }
}

/** Whether someone is typing into a field: a key of the last seconds, or a composition under way. */
export const isTyping = (pause = PAUSE): boolean =>
  isEditable(document.activeElement) && (isComposing || performance.now() - lastKey < pause)

/** Runs once no one has typed for `pause` milliseconds. Returns a function that stops waiting. */
export function whenTypingPauses(run: () => void, pause = PAUSE): () => void {
  const timer = setInterval(() => {
    if (isTyping(pause)) return
    clearInterval(timer)
    run()
  }, 250)
  return () => clearInterval(timer)
}
