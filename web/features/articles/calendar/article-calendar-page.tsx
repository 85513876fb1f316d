import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, SegmentedControl, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { paths } from '../../../paths.ts'
import { FilterBar } from '../../../ui/data-table/filter-bar.tsx'
import { dateFormat } from '../../../ui/formats.ts'
import { hint } from '../../../ui/hint.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { useScreen } from '../../../ui/screen.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { TimeZoneContext, useTimeZone, wallTime } from '../../../ui/time-zone.ts'
import { useAllowed } from '../../session/session-api.ts'
import { useArticleCalendar, useArticleList } from '../article-api.ts'
import { useCalendarZone } from '../calendar-link.ts'
import { useCalendarActions } from './calendar-actions.tsx'
import { timeInCalendar } from './calendar-card.tsx'
import { CalendarDay, type DayContent } from './calendar-day.tsx'
import { type CalendarView, daysInList, momentOnDay, shiftedDay } from './calendar-days.ts'
import { useCalendarFilters } from './calendar-filters.tsx'
import { useCalendarKeys } from './calendar-keys.ts'
import { isMovable, stillMoved, useCalendarMove } from './calendar-move.ts'
import { type Refusal, RefusalText } from './calendar-refusal.tsx'
import { useCalendarState } from './calendar-state.ts'
import { CalendarUndated, type UndatedState } from './calendar-undated.tsx'
import classes from './calendar.module.css'

const CalendarMoveDialog = lazyPart(async () => (await import('./calendar-move-dialog.tsx')).CalendarMoveDialog)

/** How many articles of a day each view shows. */
const PER_DAY: Record<CalendarView, number> = { month: 3, week: 20, day: 100 }
const UNDATED_SHOWN = 25

/** What is published, scheduled and planned, day by day. The days are the site's: everyone who plans sees the same ones. */
export function ArticleCalendarPage() {
  const own = useTimeZone()
  const zone = useCalendarZone()
  return (
    <TimeZoneContext value={zone}>
      <Calendar ownZone={own} />
    </TimeZoneContext>
  )
}

type Asked = { article: ArticleSummary; proposed?: string | undefined }

function Calendar({ ownZone }: { ownZone: string }) {
  const { t, i18n } = useLingui()
  const { navigate } = useScreen()
  const zone = useTimeZone()
  const mayWrite = useAllowed('articles.write') ?? false
  const { view, day, days, today, filters, list, go, hrefOf } = useCalendarState()
  const calendar = useArticleCalendar({
    firstDay: days[0]!,
    lastDay: days.at(-1)!,
    timeZone: zone,
    perDay: PER_DAY[view],
    ...filters,
  })
  const [undatedState, setUndatedState] = useState<UndatedState>('draft')
  const { status: _status, ...narrowing } = filters
  const ofUndated = { status: undatedState, dated: 'false', ...narrowing } as const
  const undated = useArticleList({ ...ofUndated, pageSize: UNDATED_SHOWN }, mayWrite)
  const { moved, moveTo } = useCalendarMove(ownZone)
  const [dragged, setDragged] = useState<ArticleSummary>()
  const [asked, setAsked] = useState<Asked>()
  const [refused, setRefused] = useState<Refusal & { days: readonly string[] }>()
  const frame = useRef<HTMLDivElement>(null)
  // Other days are a next action, as are those below.
  const refusal = refused?.days === days ? refused : undefined
  const refuse = (article: ArticleSummary, reason: Omit<Refusal, 'id'>) =>
    setRefused({ id: article.id, days, ...reason })
  const ask = (next: Asked) => {
    setRefused(undefined)
    setAsked(next)
  }
  /** Where something lies that an article was dropped on. */
  const placeOf = (selector: string) => frame.current?.querySelector(selector)?.getBoundingClientRect()
  const { entriesOf, dialogs } = useCalendarActions({
    move: (article) => ask({ article }),
    undate: (article) => void move(article, null),
  })
  const drag = (article: ArticleSummary | undefined) => {
    setDragged(article)
    if (article) setRefused(undefined)
  }
  const actions = { entriesOf, drag, refusal }

  const dayOf = (article: ArticleSummary) => {
    const time = timeInCalendar(article)
    return time === null ? undefined : wallTime(new Date(time), zone).slice(0, 10)
  }
  const move = async (article: ArticleSummary, publishAt: string | null, from?: Refusal['from']) => {
    setRefused(undefined)
    const failure = await moveTo(article, publishAt)
    if (failure) refuse(article, { sentence: failure.sentence, from })
  }
  const dropOn = (article: ArticleSummary, to: string) => {
    if (dayOf(article) === to) return
    const title = article.title || t`Untitled`
    const from = placeOf(`[data-day="${to}"]`)
    if (to < today) {
      const name = words(to, { dateStyle: 'long' })
      return refuse(article, { sentence: t`“${title}” is not moved: ${name} is over.`, from })
    }
    const moment = momentOnDay(article.publishAt, to, zone, new Date())
    if (moment) return void move(article, moment.toISOString(), from)
    refuse(article, {
      sentence: t`“${title}” is not moved: that time of day is over.`,
      from,
      step: {
        label: t`Choose a time…`,
        run: () => ask({ article, proposed: momentOnDay(null, to, zone, new Date())?.toISOString() }),
      },
    })
  }
  const dropOnUndated = (article: ArticleSummary) => {
    if (article.publishAt === null) return
    if (article.status !== 'scheduled') return void move(article, null)
    const title = article.title || t`Untitled`
    refuse(article, {
      sentence: t`“${title}” is scheduled and keeps its date. To take it off, choose “Back to draft” in its menu.`,
      from: placeOf('[data-undated-cards]'),
    })
  }
  const addOn = (on: string) => {
    const moment = momentOnDay(null, on, zone, new Date())
    navigate(moment ? `${paths.articleAdd}?publishAt=${encodeURIComponent(moment.toISOString())}` : paths.articleAdd)
  }

  const fetched = new Map(calendar.data?.days.map((one) => [one.day, one]))
  const ofMove = stillMoved(moved, calendar.dataUpdatedAt)
  const contentOf = (on: string): DayContent => {
    const content = fetched.get(on)
    if (!content) return undefined
    const stays = content.items.filter(({ id }) => !ofMove.some((one) => one.id === id))
    const come = ofMove.filter((article) => dayOf(article) === on)
    const items = [...stays, ...come].toSorted((one, other) =>
      (timeInCalendar(one) ?? '').localeCompare(timeInCalendar(other) ?? ''),
    )
    return { ...content, items, total: content.total + items.length - content.items.length }
  }
  const undatedMoved = stillMoved(moved, undated.dataUpdatedAt)
  const undatedItems = [
    ...undatedMoved.filter(({ publishAt, status }) => publishAt === null && status === undatedState),
    ...(undated.data?.items ?? []).filter(({ id }) => !undatedMoved.some((one) => one.id === id)),
  ]

  const words = (on: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(i18n.locale, { timeZone: 'UTC', ...options }).format(new Date(`${on}T00:00:00Z`))
  const title =
    view === 'month'
      ? words(day, { month: 'long', year: 'numeric' })
      : view === 'day'
        ? words(day, { dateStyle: 'full' })
        : dateFormat(i18n.locale, { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
            new Date(`${days[0]!}T00:00:00Z`),
            new Date(`${days.at(-1)!}T00:00:00Z`),
          )
  const contents = days.map(contentOf)
  const keysId = useId()
  const keys = useCalendarKeys({ frame, view, day, days, contents, today, go })
  const show = (to: string) => {
    keys.follow(to)
    go(view, to)
  }
  const shift = (by: 1 | -1) => show(shiftedDay(view, day, by))
  const names = {
    month: [t`Previous month`, t`Next month`],
    week: [t`Previous week`, t`Next week`],
    day: [t`Previous day`, t`Next day`],
  }[view]
  useShortcuts([
    { key: 'j', label: names[1]!, run: () => shift(1) },
    { key: 'k', label: names[0]!, run: () => shift(-1) },
    { key: 't', label: t`Today`, run: () => show(today) },
    {
      key: 'm',
      label: t`Give the focused article another date`,
      run: (event) => {
        const id = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset['card']
        const article = [...contents.flatMap((one) => one?.items ?? []), ...undatedItems].find((one) => one.id === id)
        if (!article || !isMovable(article)) return
        event.preventDefault()
        ask({ article })
      },
    },
    { key: 'Escape', label: '', quiet: true, run: () => setRefused(undefined) },
  ])
  const controls = useCalendarFilters(filters)
  const weekLength = Math.min(days.length, 7)
  const weeks = Array.from({ length: days.length / weekLength }, (_, at) => days.slice(at * 7, at * 7 + weekLength))
  const isAtItsPlace = [...contents.flatMap((one) => one?.items ?? []), ...undatedItems].some(
    ({ id }) => id === refusal?.id,
  )
  const isEmpty = contents.every((content) => content?.total === 0)
  const listOf = (first: string, last: string) =>
    `${paths.articles}?${new URLSearchParams({ ...daysInList(first, last, zone), ...filters }).toString()}`

  return (
    // Only notes where the focus is, and leaves the menu that is open alone.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={classes.page}
      data-undated={mayWrite || undefined}
      onFocus={keys.onFocus}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest('[role=menu]')) event.preventDefault()
      }}
    >
      <header className={classes.head}>
        <Title order={1}>{t`Calendar`}</Title>
        <nav className={classes.steps} aria-label={t`Days`}>
          <ActionIcon size={30} variant="default" aria-label={names[0]} onClick={() => shift(-1)} {...hint(names[0]!)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Button h={30} px={10} variant="default" onClick={() => go(view, today)}>
            <Trans>Today</Trans>
          </Button>
          <ActionIcon size={30} variant="default" aria-label={names[1]} onClick={() => shift(1)} {...hint(names[1]!)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </nav>
        <Title order={2} fz={16} className={classes.period} aria-live="polite">
          {title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t`View`}
          value={view}
          onChange={(next) => go(next as CalendarView, day)}
          data={[
            { value: 'month', label: t`Month` },
            { value: 'week', label: t`Week` },
            { value: 'day', label: t`Day` },
          ]}
        />
      </header>
      <div className={classes.toolbar}>
        <div role="group" aria-label={t`Filters`} className={classes.filters}>
          <FilterBar list={list} filters={controls} />
        </div>
        <Button
          component={ScreenLink}
          to={listOf(days[0]!, days.at(-1)!)}
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconList size={14} />}
        >
          <Trans>Show as a list</Trans>
        </Button>
        <Text size="xs" c="dimmed" className={classes.zone}>
          {ownZone === zone ? (
            <Trans>Time zone: {zone}</Trans>
          ) : (
            <Trans>
              Times of the site: {zone}. Your own time zone is {ownZone}.
            </Trans>
          )}
        </Text>
      </div>
      <div role="status">
        {refusal &&
          (isAtItsPlace ? (
            <VisuallyHidden>{refusal.sentence}</VisuallyHidden>
          ) : (
            <div className={classes.columns}>
              <RefusalText refusal={refusal} />
            </div>
          ))}
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          {calendar.error && !calendar.data ? (
            <LoadFailed title={t`The calendar could not be loaded`} error={calendar.error} onRetry={calendar.refetch} />
          ) : (
            <>
              <div role="status" className={classes.note}>
                {isEmpty &&
                  (Object.keys(filters).length > 0 ? (
                    <Trans>Nothing in these days matches the filters.</Trans>
                  ) : (
                    <Trans>Nothing is published or planned in these days.</Trans>
                  ))}
              </div>
              {view !== 'day' && (
                <div className={classes.weekdays} aria-hidden>
                  {days.slice(0, 7).map((on) => (
                    <span key={on}>{words(on, { weekday: 'short' })}</span>
                  ))}
                </div>
              )}
              <VisuallyHidden id={keysId}>
                <Trans>
                  Arrow keys go from day to day, Enter goes to the articles of a day, Escape back to the day. Question
                  mark lists all keys.
                </Trans>
              </VisuallyHidden>
              <div
                role="grid"
                className={classes.grid}
                data-view={view}
                aria-label={title}
                aria-describedby={keysId}
                aria-colcount={weekLength}
                aria-busy={calendar.isPending || calendar.isPlaceholderData}
              >
                {weeks.map((week) => (
                  <div key={week[0]} role="row" className={classes.week}>
                    {week.map((on, at) => (
                      <CalendarDay
                        key={on}
                        day={on}
                        content={contents[days.indexOf(on)]}
                        today={today}
                        column={at + 1}
                        isStop={on === keys.stop}
                        isOutside={view === 'month' && on.slice(0, 7) !== day.slice(0, 7)}
                        href={view === 'day' ? undefined : hrefOf('day', on)}
                        moreHref={view === 'day' ? listOf(on, on) : hrefOf('day', on)}
                        onAdd={mayWrite && on >= today ? () => addOn(on) : undefined}
                        onDrop={dragged && (() => dropOn(dragged, on))}
                        actions={actions}
                      />
                    ))}
                  </div>
                ))}
              </div>
            </>
          )}
        </div>
        {mayWrite && (
          <CalendarUndated
            state={undatedState}
            onState={setUndatedState}
            page={undated}
            items={undatedItems}
            href={`${paths.articles}?${new URLSearchParams(ofUndated).toString()}`}
            onDrop={dragged && (() => dropOnUndated(dragged))}
            used={keys.used}
            actions={actions}
          />
        )}
      </div>
      {asked && (
        <CalendarMoveDialog
          {...asked}
          onMove={async (publishAt) => (await moveTo(asked.article, publishAt))?.sentence}
          onClose={() => setAsked(undefined)}
        />
      )}
      {dialogs}
    </div>
  )
}
