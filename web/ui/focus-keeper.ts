import { useEffect } from 'react'
import { FLOATING, type FocusTrace, focusTrace, isFocusNowhere, traceFocus } from './focus-trace.ts'

/** Milliseconds in which whoever took something away may move the focus itself. */
const WAIT = 100
const STOPS = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]'
const BOUNDS = `[data-screen], main, header, nav, ${FLOATING}`

/** Where something was before it was taken away. */
type Place = { parent: Node; next: Node | null; previous: Node | null }

/**
 * For people who use the keyboard: where what had the focus goes away or is disabled (a button that did its work, an entry
 * of a menu whose dialog is closed) and no one moves the focus, it goes back to what opened the dialog or the menu, or to
 * the nearest control. Once for the whole console.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    traceFocus()
    const places = new WeakMap<Element, Place>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const last = focusTrace.last()
      if (!last || focusTrace.isPointed() || !isNowhere() || isBusy(last.element)) return
      const target = targetOf(last, places)
      // What opened something is where the person looked: it must not scroll away. What takes the place of another may be out of sight.
      target?.focus({ preventScroll: target === last.element || target === focusTrace.opener()?.element })
    }
    const changes = new MutationObserver((records) => {
      for (const trace of [focusTrace.last(), focusTrace.opener()])
        if (trace && !trace.element.isConnected && !places.has(trace.element)) notePlace(trace.element, records, places)
      if (!isNowhere()) return
      clearTimeout(timer)
      timer = setTimeout(keep, WAIT)
    })
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      changes.disconnect()
    }
  }, [])
}

/** What is disabled has it until the page is drawn again. */
const isNowhere = () => isFocusNowhere() || document.activeElement!.matches(':disabled')

/** Disabled only while it works: it gets the focus back afterwards. */
const isBusy = (element: HTMLElement) =>
  element.isConnected && element.matches(':disabled') && element.matches('[data-loading], [aria-busy=true] *')

const isUsable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

function notePlace(element: HTMLElement, records: readonly MutationRecord[], places: WeakMap<Element, Place>) {
  for (const { target, removedNodes, nextSibling, previousSibling } of records)
    for (const node of removedNodes)
      if (node.contains(element)) places.set(element, { parent: target, next: nextSibling, previous: previousSibling })
}

function targetOf(last: FocusTrace, places: WeakMap<Element, Place>): HTMLElement | undefined {
  if (isUsable(last.element)) return last.element
  const modal = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].findLast(isUsable)
  if (modal) return last.path.includes(modal) ? nearest(last, places) : modal
  const isOpen = last.path.some((around) => around.matches(FLOATING) && around.isConnected && around.checkVisibility())
  if (!last.floats || isOpen) return nearest(last, places)
  const opener = focusTrace.opener()
  if (!opener) return undefined
  return isUsable(opener.element) ? opener.element : nearest(opener, places)
}

/** The control that follows in the smallest part of the page that has one, or the one before; else the part itself. */
function nearest({ element, path }: FocusTrace, places: WeakMap<Element, Place>): HTMLElement | undefined {
  const place = places.get(element)
  const [next, previous] = element.isConnected ? [null, element] : [connected(place?.next), connected(place?.previous)]
  for (const around of path) {
    if (!around.isConnected || !(around instanceof HTMLElement) || !around.checkVisibility()) continue
    if (around === document.body) return undefined
    const all = [...around.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.tabIndex >= 0 && isUsable(stop))
    const isBehind = (stop: HTMLElement) => {
      if (next) return next.contains(stop) || follows(next, stop)
      return previous ? follows(previous, stop) && !previous.contains(stop) : true
    }
    const found = all.find(isBehind) ?? all.at(-1)
    if (found && !around.matches(BOUNDS)) return found
    if (around.matches(BOUNDS)) return around.tabIndex >= -1 && around.hasAttribute('tabindex') ? around : found
  }
  return undefined
}

const connected = (node: Node | null | undefined) => (node?.isConnected ? node : null)
const follows = (one: Node, other: Node) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
