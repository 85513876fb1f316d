import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { WelcomeAdSection } from '#contract/welcome.ts'
import { paths } from '../../paths.ts'
import { PlannedTime, RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StageDot } from '../ads/ad-status.tsx'
import { paceLabels, stageOf } from '../ads/ad-words.ts'
import classes from './welcome.module.css'

type Props = {
  title: string
  section: WelcomeAdSection
  /** The list that shows all of them. */
  more: string
  when: 'rejectedAt' | 'endsAt'
}

/** A few ads that need something, and the way to all of them. */
export function WelcomeAds({ title, section: { items, total }, more, when }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id} fz={14}>
          {title}
        </Title>
        <Text span size="sm" c="dimmed">
          {i18n.number(total)}
        </Text>
        {total > items.length && (
          <ScreenLink to={more} className={classes.all} aria-label={t`Show all: ${title}`}>
            <Trans>Show all</Trans>
          </ScreenLink>
        )}
      </header>
      <ul className={classes.items}>
        {items.map(({ id: ad, name, advertiser, status, phase, pace, endsAt, rejectedAt }) => (
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
