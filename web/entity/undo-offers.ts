import { undoEndpoints } from '#contract/undo.ts'
import { call, onWrite } from '../api/call.ts'
import { offeredSteps, withdrawUndo } from '../ui/notify.tsx'

/** Several changes at once are one question. */
const AFTER_MS = 150
/** As the endpoint takes them. */
const AT_ONCE = 100

/**
 * Tells the other tabs of this browser about changes that were made here. From now on messages leave once their action can no
 * longer be undone: it was undone elsewhere, or what it changed was changed since. Asked after every change, also of another
 * tab, and when the window comes back to the front; never while nothing is offered. @returns what ends it
 */
export function watchUndoOffers(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const channel = new BroadcastChannel('copydesk.changes')
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void withdrawClosed(), AFTER_MS)
  }
  const unlisten = onWrite(() => {
    channel.postMessage('changed')
    soon()
  })
  channel.addEventListener('message', soon)
  window.addEventListener('focus', soon)
  return () => {
    clearTimeout(timer)
    unlisten()
    channel.close()
    window.removeEventListener('focus', soon)
  }
}

async function withdrawClosed(): Promise<void> {
  const ids = offeredSteps().slice(-AT_ONCE)
  if (ids.length === 0) return
  try {
    const { closed } = await call(undoEndpoints.closed, { query: { ids: ids.join(',') } })
    withdrawUndo(closed)
  } catch {
    // The undo itself says why it is not possible.
  }
}
