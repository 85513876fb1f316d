import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { scopeOf } from '#contract/permissions.ts'
import type { Me } from '#contract/session.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import classes from './welcome.module.css'

type Step = { to: string; name: string; why: ReactNode }

/** What someone who has just joined can do first, by what they may do. */
export function WelcomeFirst({ me: { role }, hasWritten }: { me: Pick<Me, 'role'>; hasWritten: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const writes = scopeOf(role, 'articles.write') !== 'none'
  const steps: (Step | false)[] = [
    writes &&
      !hasWritten && {
        to: paths.articleAdd,
        name: t`Write your first article`,
        why: <Trans>It stays a draft until it is published; every version is kept.</Trans>,
      },
    scopeOf(role, 'articles.publish') !== 'none' && {
      to: `${paths.articles}?status=in_review&sort=submittedAt`,
      name: t`See what waits for review`,
      why: <Trans>Publish it, or return it with a note.</Trans>,
    },
    !writes &&
      scopeOf(role, 'ads.write') !== 'none' && {
        to: paths.adAdd,
        name: t`Make your first ad`,
        why: <Trans>It is shown once an administrator has approved it.</Trans>,
      },
    {
      to: `${paths.articles}?status=published`,
      name: t`Read what is published`,
      why: <Trans>All that readers see now.</Trans>,
    },
    {
      to: paths.profile,
      name: t`Check your profile`,
      why: <Trans>Your name, language and time zone.</Trans>,
    },
  ]
  return (
    <section className={`${classes.section} ${classes.setup}`} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id} fz={14}>
          <Trans>What you can do first</Trans>
        </Title>
      </header>
      <ul className={classes.items}>
        {steps.map(
          (step) =>
            step && (
              <li key={step.to} className={classes.item}>
                <div className={classes.step}>
                  <div>
                    <ScreenLink to={step.to} className={classes.link}>
                      {step.name}
                    </ScreenLink>
                    <Text size="xs" c="dimmed">
                      {step.why}
                    </Text>
                  </div>
                </div>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
