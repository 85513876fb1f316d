/**
 * What the open tabs of this browser tell each other. Session storage is per tab, so a tab opened by middle-click
 * asks for the token here. Same origin only, and never stored.
 */
type TabMessage =
  | { kind: 'ask'; from: string }
  | { kind: 'token'; to: string; token: string }
  | { kind: 'renewed'; token: string; user: string }
  | { kind: 'signed-out' }

const WAIT_AT_MOST = 100
const channel = new BroadcastChannel('copydesk.session')
const tell = (message: TabMessage) => channel.postMessage(message)
/** What this tab asked without an answer in time. */
const unanswered = new Set<string>()

/** Asks the other tabs for their token, for at most 100 ms. An answer that comes later is told to `listenToTabs`. */
export function askOtherTabs(): Promise<string | undefined> {
  const from = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return new Promise((resolve) => {
    const finish = (token?: string) => {
      clearTimeout(timer)
      channel.removeEventListener('message', hear)
      if (!token) unanswered.add(from)
      resolve(token)
    }
    const hear = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'token' && data.to === from) finish(data.token)
    }
    const timer = setTimeout(finish, WAIT_AT_MOST)
    channel.addEventListener('message', hear)
    tell({ kind: 'ask', from })
  })
}

/**
 * Answers tabs that ask, and hears of sign-outs, renewed sessions and answers that were late because the tab that was
 * asked was busy. Returns a function that stops it.
 */
export function listenToTabs(on: {
  token: () => string | null
  lateToken: (token: string) => void
  renewed: (token: string, user: string) => void
  signedOut: () => void
}): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask') {
      const token = on.token()
      if (token) tell({ kind: 'token', to: data.from, token })
    } else if (data.kind === 'token') {
      if (unanswered.delete(data.to)) on.lateToken(data.token)
    } else if (data.kind === 'renewed') on.renewed(data.token, data.user)
    else if (data.kind === 'signed-out') on.signedOut()
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}

export const announceRenewed = (token: string, user: string) => tell({ kind: 'renewed', token, user })
export const announceSignedOut = () => tell({ kind: 'signed-out' })
