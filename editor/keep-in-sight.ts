import type { EditorView } from '@tiptap/pm/view'

/** Between what is written and the edge of what can be seen, in pixels. */
const AIR = 12
const MOST_FRAMES = 30
/** Of a place that stays. */
const STILL_FRAMES = 4

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

/**
 * Scrolls to a place of the text. Of a long article only what is near the screen has its height: with what comes near, the place
 * moves, until it stays. The browser lays that out some frames later, so one frame without a move does not say that it stays.
 */
export function reveal(find: () => Element | null): void {
  let at: number | undefined
  let still = 0
  let frames = 0
  const go = () => {
    const before = find()?.getBoundingClientRect().top
    still = before === at ? still + 1 : 0
    if (still >= STILL_FRAMES || frames++ > MOST_FRAMES) return
    find()?.scrollIntoView({ block: 'center' })
    at = find()?.getBoundingClientRect().top
    requestAnimationFrame(go)
  }
  go()
}
