import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconClock, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useArticle, useArticleForm, useWatched } from './article-form-context.ts'
import { ReminderLine } from './article-reminder.tsx'
import { useReturnTitle } from './article-return-note.tsx'
import { isCurrent, type StateNews, stateNews } from './article-state-news.ts'

const icons: Record<StateNews, ReactNode> = {
  returned: <IconArrowBackUp size={18} aria-hidden />,
  scheduled: <IconClock size={18} aria-hidden />,
  trashed: <IconTrash size={18} aria-hidden />,
}

/** For who writes far down: what someone else did to the article, in a line that stays until its banner was in sight. */
export function ArticleStateReminder() {
  const { t } = useLingui()
  const { session, me } = useArticleForm()
  const { hasConflict } = useWatched(({ conflict }) => ({ hasConflict: conflict !== undefined }))
  const article = useArticle()
  const returnTitle = useReturnTitle()
  const [news, setNews] = useState<StateNews>()
  useEffect(() => {
    let before = session.get().article
    return session.subscribe(() => {
      const { article: now } = session.get()
      if (now === before) return
      const found = before && now && stateNews(before, now)
      before = now
      if (!found) return
      // What was typed since may be saved already: then the last change is the writer’s own.
      const by = found === 'returned' ? now?.returned?.by : now?.updatedBy
      if (by?.id !== me.id) setNews(found)
    })
  }, [session, me.id])
  // The question of a conflict has the same place, and comes first.
  if (!news || !article || hasConflict || !isCurrent(news, article)) return null
  const words: Record<StateNews, string> = {
    returned: returnTitle(article),
    scheduled: t`This article is scheduled`,
    trashed: t`This article is in the trash`,
  }
  const banner = `[data-state-banner=${news}]`
  return (
    <ReminderLine key={news} of={banner} icon={icons[news]} words={words[news]} onSeen={() => setNews(undefined)}>
      <Button size="compact-sm" variant="default" onClick={() => goTo(banner)}>
        <Trans>Read it</Trans>
      </Button>
    </ReminderLine>
  )
}

function goTo(banner: string) {
  const place = document.querySelector<HTMLElement>(banner)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
