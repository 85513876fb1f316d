/** How long a tab that was just closed or loaded again may take to be gone. */
const GONE_MS = 2000

const tab = [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')
const lockOf = (name: string) => `copydesk.tab.${name}`
let isLocked = false

/** The name of this tab, until it is loaded again. Others know from then on that it is open. */
export function thisTab(): string {
  if (!isLocked) lockTab()
  isLocked = true
  return tab
}

/** Only a safe origin has locks. */
function lockTab() {
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined)).catch(() => undefined)
}

/** Whether a tab is closed; it may be this very one, before it was loaded again. Where it is open, that takes two seconds. */
export async function isTabGone(name: string): Promise<boolean> {
  if (name === tab || !navigator.locks) return true
  const waits = { signal: AbortSignal.timeout(GONE_MS) }
  return navigator.locks.request(lockOf(name), waits, () => true).catch(() => !waits.signal.aborted)
}
