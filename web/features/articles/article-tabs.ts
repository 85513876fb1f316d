type TabMessage = { kind: 'here' | 'ask' | 'left'; article: string; user: string; tab: string; since: string }

/** A tab that does not answer for so long is gone without having said so. */
const ANSWER_MS = 1_000

/**
 * The tabs of this browser in which the same person has the same article open; they tell each other at once, without the
 * server. Every tab that is asked answers, also one that is not in front.
 */
export class ArticleTabs {
  private readonly channel = new BroadcastChannel('copydesk.articles')
  private readonly mine: Omit<TabMessage, 'kind'>
  private readonly since = new Map<string, string>()
  private readonly heard = new Set<string>()
  private readonly onChange: () => void
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor({ article, user, tab }: { article: string; user: string; tab: string }, onChange: () => void) {
    this.mine = { article, user, tab, since: new Date().toISOString() }
    this.onChange = onChange
    this.channel.addEventListener('message', this.hear)
    this.ask()
  }

  /** Since when one of them has it open, the earliest; undefined where none has. */
  openSince(): string | undefined {
    return [...this.since.values()].toSorted()[0]
  }

  /** Looks who is still there. */
  ask() {
    this.heard.clear()
    this.tell('ask')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      for (const tab of this.since.keys()) if (!this.heard.has(tab)) this.since.delete(tab)
      this.onChange()
    }, ANSWER_MS)
  }

  /** The article is no longer open here. */
  leave() {
    clearTimeout(this.timer)
    this.tell('left')
    this.channel.close()
  }

  private tell(kind: TabMessage['kind']) {
    this.channel.postMessage({ kind, ...this.mine } satisfies TabMessage)
  }

  private readonly hear = ({ data: { kind, article, user, tab, since } }: MessageEvent<TabMessage>) => {
    if (article !== this.mine.article || user !== this.mine.user) return
    this.heard.add(tab)
    if (kind === 'left') this.since.delete(tab)
    else this.since.set(tab, since)
    if (kind === 'ask') this.tell('here')
    this.onChange()
  }
}
