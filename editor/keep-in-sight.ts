import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Between what is written and the edge of what can be seen, in pixels. */
const AIR = 12
const MOST_FRAMES = 30
/** Of a place that stays. */
const STILL_FRAMES = 4

/** Where what can be seen ends: on a phone the keyboard covers the lower part of the window. */
export const lowerEdge = () => {
  const { visualViewport } = window
  return visualViewport ? visualViewport.offsetTop + visualViewport.height : window.innerHeight
}

/** How much of the upper edge of what scrolls is covered by the tools, below which the text moves. */
function coveredTop(view: EditorView): number {
  const tools = view.dom.closest('.cde')?.querySelector('.cde-top')
  if (!tools) return 0
  let scroller = view.dom.parentElement
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  const edge = scroller && scroller !== document.scrollingElement ? scroller.getBoundingClientRect().top : 0
  return Math.max(0, tools.getBoundingClientRect().bottom - edge)
}

/** Where the cursor has to be seen after a change, an undo or a jump: below the tools, not behind them. */
export const scrollSides = (getView: () => EditorView) => {
  const sides = (air: number) => ({
    get top() {
      return coveredTop(getView()) + air
    },
    bottom: air,
    left: 0,
    right: 0,
  })
  return { scrollThreshold: sides(0), scrollMargin: sides(AIR) }
}

const ACTS = ['keydown', 'wheel', 'pointerdown', 'touchmove'] as const

/** Aborts when the person does something: nothing takes the screen away from them after that. */
function untilPersonActs(): AbortController {
  const acted = new AbortController()
  const { signal } = acted
  for (const act of ACTS) window.addEventListener(act, () => acted.abort(), { capture: true, passive: true, signal })
  return acted
}

/**
 * Scrolls until a place stays where it is, or the person does something. Of a long article only what is near the screen has its
 * height: with what comes near it, the place moves. The browser lays that out some frames later, so one frame without a move does
 * not say that it stays.
 */
function scrollUntilStill(topOf: () => number | undefined, scroll: () => void): void {
  const acted = untilPersonActs()
  let at: number | undefined
  let still = 0
  let frames = 0
  const go = () => {
    still = topOf() === at ? still + 1 : 0
    if (acted.signal.aborted) return
    if (still >= STILL_FRAMES || frames++ > MOST_FRAMES) return acted.abort()
    scroll()
    at = topOf()
    requestAnimationFrame(go)
  }
  go()
}

/** Scrolls a place of the text to the middle. */
export function reveal(find: () => Element | null): void {
  scrollUntilStill(
    () => find()?.getBoundingClientRect().top,
    () => find()?.scrollIntoView({ block: 'center' }),
  )
}

/** Scrolls no more than is needed to see a block as a whole, a picture once it has its height. */
export function showWhole(block: HTMLElement): void {
  const show = () =>
    scrollUntilStill(
      () => (block.isConnected ? block.getBoundingClientRect().top : undefined),
      () => block.scrollIntoView({ block: 'nearest' }),
    )
  show()
  const picture = block.querySelector('img')
  if (!picture || picture.complete) return
  const { signal } = untilPersonActs()
  picture.addEventListener('load', show, { once: true, signal })
}

/**
 * The browser itself goes a page up or down. It knows of no tools above the text, and in a long article what comes near moves the
 * cursor away again.
 */
export const PageKeys = Extension.create({
  name: 'pageKeys',
  addProseMirrorPlugins() {
    const { editor } = this
    const topOf = () => (editor.isDestroyed ? undefined : editor.view.coordsAtPos(editor.state.selection.head).top)
    const scroll = () => {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.scrollIntoView())
    }
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown(_view, { key, ctrlKey, metaKey, altKey }) {
              const isPage = (key === 'PageDown' || key === 'PageUp') && !ctrlKey && !metaKey && !altKey
              // Once the cursor is there.
              if (isPage) requestAnimationFrame(() => scrollUntilStill(topOf, scroll))
              return false
            },
          },
        },
      }),
    ]
  },
})
