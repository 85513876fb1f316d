import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { calendarTimes, isCalendarState } from '#contract/article-calendar.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { paths } from '../../../paths.ts'
import { DropMenu } from '../../../ui/drop-menu.tsx'
import { clockParts, dateFormat } from '../../../ui/formats.ts'
import { hint } from '../../../ui/hint.tsx'
import { listed } from '../../../ui/listed.ts'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { ArticleStatusDot, stateOf } from '../article-status.tsx'
import classes from './calendar.module.css'
import { isMovable } from './calendar-move.ts'
import { type Refusal, RefusalText, useGlideBack } from './calendar-refusal.tsx'

/** When an article is in the calendar; null: at no time. */
export const timeInCalendar = (article: ArticleSummary): string | null =>
  isCalendarState(article.status) ? article[calendarTimes[article.status]] : null

export type CardActions = {
  entriesOf: (article: ArticleSummary) => readonly MenuEntry[]
  drag: (article: ArticleSummary | undefined) => void
  /** Of one of the articles. */
  refusal: Refusal | undefined
}

type Props = { article: ArticleSummary; isStop?: boolean; actions: CardActions }

/**
 * One article of the calendar: its time, state, title and authors; a link to it, and a menu. The menu is a stop of the Tab key while the
 * focus is in the card; `isStop`: the link is one.
 */
export function CalendarCard({ article, isStop = false, actions }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const time = timeInCalendar(article)
  const title = article.title || t`Untitled`
  const authors = listed(
    article.authors.map(({ displayName }) => displayName),
    i18n.locale,
  )
  const movable = isMovable(article)
  const [inUse, setInUse] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const refusalId = useId()
  const refusal = actions.refusal?.id === article.id ? actions.refusal : undefined
  useGlideBack(card, refusal?.from)
  return (
    // It can be dragged; its link and its menu take clicks and keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={card}
      className={classes.card}
      data-refused={refusal ? true : undefined}
      data-card={article.id}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        actions.drag(article)
      }}
      onDragEnd={() => actions.drag(undefined)}
      onFocus={(event) => setInUse(event.currentTarget.contains(event.target))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setInUse(false)
      }}
    >
      <ScreenLink
        to={paths.article(article.id)}
        draggable={false}
        tabIndex={isStop ? 0 : -1}
        aria-describedby={refusal && refusalId}
        className={classes.link}
        {...hint(authors ? `${title} · ${authors}` : title)}
      >
        <span className={classes.when}>
          {time !== null && (
            <time dateTime={time}>
              {dateFormat(i18n.locale, { timeZone: zone, ...clockParts(i18n.locale) }).format(new Date(time))}
            </time>
          )}
          <ArticleStatusDot status={stateOf(article)} />
        </span>
        <span className={classes.title}>{title}</span>
        {authors && <span className={classes.who}>{authors}</span>}
      </ScreenLink>
      {refusal && <RefusalText refusal={refusal} id={refusalId} />}
      <DropMenu
        target={
          <button
            type="button"
            tabIndex={inUse ? 0 : -1}
            className={classes.menu}
            aria-label={t`Actions for “${title}”`}
          >
            <IconDots size={14} />
          </button>
        }
        entries={actions.entriesOf(article)}
      />
    </li>
  )
}
