import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ArticleSummary } from '#contract/articles.ts'
import { dateFormat, numberFormat } from '../../../ui/formats.ts'
import { hint } from '../../../ui/hint.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import classes from './calendar.module.css'
import { CalendarCard, type CardActions } from './calendar-card.tsx'
import { useDropTarget } from './calendar-drop.ts'

/** What one day has; undefined while it is loaded. */
export type DayContent = { items: readonly ArticleSummary[]; total: number; totalIsExact: boolean } | undefined

type Props = {
  day: string
  content: DayContent
  today: string
  /** Of the week, from 1 on. */
  column: number
  /** Whether the Tab key stops here: it does at one of the days. */
  isStop: boolean
  /** It belongs to the month before or after the one that is shown. */
  isOutside: boolean
  /** Where the day is shown by itself; left out where it is. */
  href?: string | undefined
  /** Where more of it is shown than has room here. */
  moreHref: string
  /** Starts an article that is planned for the day; left out where that is not possible. */
  onAdd?: (() => void) | undefined
  /** What is dragged may be dropped here; it may be refused then. */
  onDrop?: (() => void) | undefined
  actions: CardActions
}

/** One day with its articles. Something can be dropped on it. */
export function CalendarDay(props: Props) {
  const { day, content, today, column, isStop, isOutside, href, moreHref, onAdd, onDrop, actions } = props
  const { t, i18n } = useLingui()
  const words = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(i18n.locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))
  const full = words({ dateStyle: 'full' })
  const isToday = day === today
  const name = isToday ? t`${full}, today` : full
  const more = content ? content.total - content.items.length : 0
  const articles = t`${plural(content?.total ?? 0, { one: '# article', other: '# articles' })}`
  const count = numberFormat(i18n.locale).format(more)
  const date = (
    <>
      <span className={classes.number} aria-hidden>
        {words(day.endsWith('-01') ? { month: 'short', day: 'numeric' } : { day: 'numeric' })}
      </span>
      <span className={classes.date} aria-hidden>
        {words({ weekday: 'short', month: 'short', day: 'numeric' })}
      </span>
    </>
  )
  const drop = useDropTarget(onDrop)
  return (
    <div role="gridcell" aria-colindex={column} aria-current={isToday ? 'date' : undefined} className={classes.cell}>
      <div
        role="group"
        aria-label={
          content ? (content.totalIsExact ? t`${name}, ${articles}` : t`${name}, more than ${articles}`) : name
        }
        // As a cell of a grid: the keys of the calendar go on from here.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isStop ? 0 : -1}
        className={classes.day}
        data-day={day}
        data-today={isToday || undefined}
        data-past={day < today || undefined}
        data-outside={isOutside || undefined}
        data-empty={content?.total === 0 || undefined}
        {...drop}
      >
        <div className={classes.dayHead}>
          <h3 className={classes.dayName}>
            {href ? (
              <ScreenLink to={href} tabIndex={-1}>
                <VisuallyHidden>{name}</VisuallyHidden>
                {date}
              </ScreenLink>
            ) : (
              <span>{name}</span>
            )}
          </h3>
          {onAdd && (
            <button
              type="button"
              tabIndex={-1}
              className={classes.add}
              aria-label={t`New article on ${full}`}
              onClick={onAdd}
              {...hint(t`New article on this day`)}
            >
              <IconPlus size={14} />
            </button>
          )}
        </div>
        {content ? (
          content.items.length > 0 && (
            <ul className={classes.cards}>
              {content.items.map((article) => (
                <CalendarCard key={article.id} article={article} actions={actions} />
              ))}
            </ul>
          )
        ) : (
          <Skeleton height={40} aria-hidden />
        )}
        {more > 0 && (
          <ScreenLink to={moreHref} tabIndex={-1} className={classes.more} aria-label={t`${count} more on ${full}`}>
            {content?.totalIsExact ? t`+ ${count} more` : t`+ more than ${count}`}
          </ScreenLink>
        )}
      </div>
    </div>
  )
}
