import { articleEndpoints, type PresentPerson } from '#contract/articles.ts'
import type { Request } from '#contract/endpoint.ts'
import { callOnLeaving } from '../../api/call-on-leaving.ts'
import { ApiError, call } from '../../api/call.ts'
import { fetchArticleVersion } from './article-api.ts'
import type { ArticleSession } from './article-session.ts'
import { ArticleTabs } from './article-tabs.ts'

type PresenceReport = Request<typeof articleEndpoints.presence>['body']

/** Says that this tab has the article open; answers its version, and who else has it open. */
const reportPresence = (id: string, body: PresenceReport) => call(articleEndpoints.presence, { params: { id }, body })

/** Says that this tab no longer has it open; the tab itself may be about to close. */
const reportAbsence = (id: string, tab: string): void =>
  callOnLeaving(articleEndpoints.presence, { params: { id }, body: { tab, leaving: true } })

/** As on the server: who has said nothing for so long is not there. */
const EXPIRES_MS = 45_000

/**
 * What this tab says about an article that is open in it, and who else is there: shown by the session. It is said with each
 * look at the version, so it costs no call of its own. Who may not write the article only looks.
 */
export class ArticlePresence {
  private readonly session: ArticleSession
  private readonly id: string
  private readonly tab = [...crypto.getRandomValues(new Uint32Array(4))].map(hex).join('')
  private reportedChange = 0
  private reportedFinish = 0
  private answeredAt = 0
  private isHere = false
  private underWay: Promise<unknown> | undefined
  private readonly me: { id: string; name: string }
  private readonly tabs: ArticleTabs
  private others: readonly PresentPerson[] = []

  constructor(session: ArticleSession, id: string, me: { id: string; name: string }) {
    this.session = session
    this.id = id
    this.me = me
    this.tabs = new ArticleTabs({ article: id, user: me.id, tab: this.tab }, () => this.show())
  }

  /** @returns the version that the article has now */
  async report(): Promise<number> {
    if (!this.session.get().article?.can.write) {
      // As an author whose article is scheduled.
      this.leave()
      return this.look()
    }
    const { changedAt, finishedAt } = this.session
    this.isHere = true
    const typed = changedAt > Math.max(this.reportedChange, finishedAt)
    const isFinished = finishedAt > this.reportedFinish
    const answer = reportPresence(this.id, { tab: this.tab, typed, ...(isFinished && { finished: true }) })
    this.underWay = answer.catch(() => undefined)
    try {
      const { version, others } = await answer
      this.reportedChange = changedAt
      this.reportedFinish = finishedAt
      this.answeredAt = Date.now()
      if (this.isHere) this.show(others)
      return version
    } catch (error) {
      // The right to write it has ended; the newest version says so, too.
      if (error instanceof ApiError && error.code === 'forbidden') return this.look()
      throw error
    } finally {
      this.underWay = undefined
    }
  }

  /** The tab closes, shows another screen, or is no longer in front. */
  leave() {
    if (!this.isHere) return
    this.isHere = false
    reportAbsence(this.id, this.tab)
    // What is still under way may arrive later.
    void this.underWay?.then(() => this.isHere || reportAbsence(this.id, this.tab))
  }

  /** The article is no longer open in this tab. */
  close() {
    this.leave()
    this.tabs.leave()
  }

  /** Whether the other tabs of this browser are still there. */
  askTabs() {
    this.tabs.ask()
  }

  /** Shows no one any more when nothing was heard for too long: no connection, or an open page that no one uses. */
  expire() {
    if (Date.now() - this.answeredAt > EXPIRES_MS) this.show([])
  }

  /** Other tabs of this browser are known before the server has heard of them. */
  private show(others = this.others) {
    this.others = others
    const since = this.tabs.openSince()
    const isKnown = others.some(({ id }) => id === this.me.id)
    const own = since === undefined || isKnown || !this.session.get().article?.can.write
    this.session.showOthers(own ? others : [...others, { ...this.me, since, writing: false }])
  }

  private look(): Promise<number> {
    this.show([])
    return fetchArticleVersion(this.id).then(({ version }) => version)
  }
}

const hex = (part: number) => part.toString(16).padStart(8, '0')
