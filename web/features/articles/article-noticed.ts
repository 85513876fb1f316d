import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Article } from '#contract/articles.ts'
import { beforeSignOut } from '../../api/call-on-leaving.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { fetchArticle, useArticleChanged } from './article-api.ts'
import { ArticlePresence } from './article-presence.ts'
import type { ArticleSession } from './article-session.ts'
import { stateNews } from './article-state-news.ts'

const LOOK_EVERY_MS = 8_000
/** An open page that no one uses asks no more: the session may end then. */
const IN_USE_MS = 600_000

/**
 * Takes over what others do with the article that is open: publishing, returning, editing, and being there. The version is
 * asked for while the page is used and when the window gets the focus; the article itself only when there is a newer one.
 */
export function useNoticedChanges(
  session: ArticleSession,
  id: string | undefined,
  me: { id: string; name: string },
  everyMs = LOOK_EVERY_MS,
): void {
  const { i18n } = useLingui()
  const { id: myId, name: myName } = me
  const changed = useArticleChanged()
  useEffect(() => {
    if (!id) return undefined
    let lastUsed = Date.now()
    let looking = false
    let again = false
    let { finishedAt } = session
    let gone = false
    const presence = new ArticlePresence(session, id, { id: myId, name: myName })
    const look = async () => {
      const before = session.get().article
      if (looking || !before || document.visibilityState !== 'visible') return
      looking = true
      try {
        const version = await presence.report()
        if (gone || version <= (session.get().article?.version ?? 0)) return
        const newest = await fetchArticle(id)
        const mergedBefore = session.get().merged
        if (gone || !session.noticed(newest)) return
        changed(newest)
        const { merged, conflict } = session.get()
        const isSaid = conflict !== undefined || merged !== mergedBefore
        if (!isSaid && newest.updatedBy?.id !== myId) notifyDone(i18n._(whatChanged(before, newest)))
      } catch {
        // It is asked again soon; whether the server can be reached is shown elsewhere.
      } finally {
        looking = false
        if (again && !gone) void look()
        again = false
      }
    }
    const lookWhenFinished = () => {
      if (session.finishedAt === finishedAt) return
      finishedAt = session.finishedAt
      if (looking) again = true
      else void look()
    }
    const use = () => {
      const wasIdle = Date.now() - lastUsed > IN_USE_MS
      lastUsed = Date.now()
      if (wasIdle) void look()
    }
    const lookNow = () => {
      lastUsed = Date.now()
      void look()
    }
    const leave = () => presence.leave()
    const leaveOrLook = () => (document.visibilityState === 'visible' ? lookNow() : leave())
    const timer = setInterval(() => {
      presence.expire()
      presence.askTabs()
      if (Date.now() - lastUsed < IN_USE_MS) void look()
    }, everyMs)
    void look()
    const unsubscribe = session.subscribe(lookWhenFinished)
    const stopTelling = beforeSignOut(leave)
    const passive = { passive: true }
    document.addEventListener('visibilitychange', leaveOrLook)
    window.addEventListener('pagehide', leave)
    window.addEventListener('focus', lookNow)
    document.addEventListener('pointermove', use, passive)
    document.addEventListener('keydown', use, passive)
    return () => {
      gone = true
      clearInterval(timer)
      unsubscribe()
      stopTelling()
      presence.close()
      document.removeEventListener('visibilitychange', leaveOrLook)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('focus', lookNow)
      document.removeEventListener('pointermove', use)
      document.removeEventListener('keydown', use)
    }
  }, [session, id, myId, myName, everyMs, changed, i18n])
}

function whatChanged(before: Article, now: Article) {
  const who = now.updatedBy?.name ?? 'Copydesk'
  const news = stateNews(before, now)
  if (news === 'trashed') return msg`${who} moved this article to the trash.`
  if (news === 'scheduled') return msg`${who} scheduled this article.`
  if (news === 'returned') return msg`${who} sent this article back with a note.`
  if (now.live && now.live.updatedAt !== before.live?.updatedAt) return msg`${who} published this article.`
  return msg`${who} changed this article. You see its newest state.`
}
