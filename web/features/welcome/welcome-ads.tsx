import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { WelcomeAdSection } from '#contract/welcome.ts'
import { paths } from '../../paths.ts'
import { Duration, PlannedTime, RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StageDot } from '../ads/ad-status.tsx'
import { paceLabels, stageOf } from '../ads/ad-words.ts'
import classes from './welcome.module.css'

type Props = {
  title: string
  section: WelcomeAdSection
  /** The list that shows all of them. */
  more: string
  when: 'submittedAt' | 'rejectedAt' | 'endsAt'
  /** The order of the items. */
  order: string
  /** What is said where there are none; without it the part is left out then. */
  empty?: ReactNode
}

/** A few ads that need something, and the way to all of them. */
export function WelcomeAds({ title, order, section: { items, total }, more, when, empty }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  if (total === 0 && empty === undefined) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id} fz={14}>
          {title}
        </Title>
        {total > 0 && (
          <Text span size="sm" c="dimmed">
            {i18n.number(total)}
          </Text>
        )}
        {total > 1 && (
          <Text span size="xs" c="dimmed">
            {order}
          </Text>
        )}
        {total > 0 && (
          <ScreenLink to={more} className={classes.all} aria-label={t`Show all: ${title}`}>
            <Trans>Show all</Trans>
          </ScreenLink>
        )}
      </header>
      {total === 0 && (
        <Text size="sm" c="dimmed" className={classes.empty}>
          {empty}
        </Text>
      )}
      <ul className={classes.items}>
        {items.map(({ id: ad, name, advertiser, status, phase, pace, endsAt, submittedAt, rejectedAt }) => (
          <li key={ad} className={classes.item}>
            <ScreenLink to={paths.ad(ad)} className={classes.link}>
              {name}
            </ScreenLink>
            <Text component="div" size="xs" c="dimmed" className={classes.facts}>
              <span className={classes.when}>
                <StageDot stage={stageOf({ status, phase, deletedAt: null })} />
                {pace === 'behind' && <span>{t(paceLabels.behind)}</span>}
              </span>
              <span className={classes.when}>
                {advertiser && <span className={classes.who}>{advertiser}</span>}
                {when === 'submittedAt' && submittedAt && (
                  <span>
                    <Trans>
                      Waiting for <Duration since={submittedAt} />
                    </Trans>
                  </span>
                )}
                {when === 'rejectedAt' && rejectedAt && (
                  <span>
                    <Trans>
                      Rejected <RelativeTime value={rejectedAt} />
                    </Trans>
                  </span>
                )}
                {when === 'endsAt' && endsAt && (
                  <span>
                    <Trans>
                      Ends <PlannedTime value={endsAt} />
                    </Trans>
                  </span>
                )}
              </span>
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
