import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import type { WelcomeSection as Section } from '#contract/welcome.ts'
import { paths } from '../../paths.ts'
import { useTotalText } from '../../ui/data-table/total-text.ts'
import { useLastHref } from '../../ui/keep-alive.tsx'
import { Duration, PlannedTime, RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { ArticleStatusDot } from '../articles/article-status.tsx'
import classes from './welcome.module.css'

type Props = {
  title: string
  section: Section
  /** The list that shows all of them. */
  more: string
  when?: 'updatedAt' | 'publishAt' | 'waitsSince'
  /** The order of the items, where the title does not say it. */
  order?: string
  empty: ReactNode
  /** Shows no more than that; all by default. */
  most?: number
}

/** A few articles of one kind, and the way to all of them. */
export function WelcomeSection({ title, section, more, when = 'updatedAt', order, empty, most }: Props) {
  const { t } = useLingui()
  const id = useId()
  const articles = useLastHref(paths.articles)
  const { total } = section
  // A server of an earlier version, while others are replaced, does not say it.
  const totalIsExact = (section.totalIsExact as boolean | undefined) ?? total <= EXACT_TOTAL_MAX
  const items = section.items.slice(0, most)
  // What is said not to be exact was counted so far.
  const totalFollows = section.totalIsExact === false || undefined
  const all = useTotalText()({ total, totalIsExact, totalFollows })
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id} fz={14}>
          {title}
        </Title>
        {total > 0 && (
          <Text span size="sm" c="dimmed">
            {all}
          </Text>
        )}
        {total > 1 && order && (
          <Text span size="xs" c="dimmed">
            {order}
          </Text>
        )}
        {total > items.length && (
          <ScreenLink
            to={more === paths.articles ? articles : more}
            className={classes.all}
            aria-label={t`Show all: ${title}`}
          >
            <Trans>Show all</Trans>
          </ScreenLink>
        )}
      </header>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.empty}>
          {empty}
        </Text>
      ) : (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item.id} className={classes.item}>
              <ScreenLink to={paths.article(item.id)} className={classes.link}>
                {item.title || t`Untitled`}
              </ScreenLink>
              <Text component="div" size="xs" c="dimmed" className={classes.facts}>
                <ArticleStatusDot status={item.status} hasChanges={item.hasChanges} isSubmitted={item.isSubmitted} />
                <span className={classes.when}>
                  {item.updatedBy && when !== 'publishAt' && <span className={classes.who}>{item.updatedBy}</span>}
                  {when === 'publishAt' && item.publishAt ? (
                    <PlannedTime value={item.publishAt} />
                  ) : when === 'waitsSince' && item.waitsSince ? (
                    <span>
                      <Trans>
                        Waiting for <Duration since={item.waitsSince} />
                      </Trans>
                    </span>
                  ) : (
                    <RelativeTime value={item.updatedAt} />
                  )}
                </span>
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
