const waiting = new Map<Element, () => void>()
let observer: MutationObserver | undefined

/**
 * Calls back when an element has left the document. React runs no effect when a hidden screen is dropped, so a kept
 * editor learns of its end this way. Returns how to stop waiting.
 */
export function whenRemoved(element: Element, callback: () => void): () => void {
  waiting.set(element, callback)
  observer ??= new MutationObserver(check)
  observer.observe(document, { childList: true, subtree: true })
  return () => {
    waiting.delete(element)
    rest()
  }
}

function check() {
  for (const [element, callback] of waiting) {
    if (element.isConnected) continue
    waiting.delete(element)
    callback()
  }
  rest()
}

function rest() {
  if (waiting.size === 0) observer?.disconnect()
}
