import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { SetupStep } from '#contract/welcome.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { atField } from '../../ui/named-field.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useDismissSetup } from './welcome-api.ts'
import classes from './welcome.module.css'

type Step = { to: string; name: string; why: ReactNode }

/** What a new installation still lacks, each with the way to it. */
export function WelcomeSetup({ steps }: { steps: readonly SetupStep[] }) {
  const { t } = useLingui()
  const id = useId()
  const problemText = useProblemText()
  const dismiss = useDismissSetup()
  if (steps.length === 0) return null
  const known: Record<SetupStep, Step> = {
    name: {
      to: atField(paths.settings, 'general-name'),
      name: t`Name the site`,
      why: <Trans>In the titles of this console, on the sign-in page and in mails.</Trans>,
    },
    address: {
      to: atField(paths.settings, 'site-articleUrl'),
      name: t`Say where readers find articles`,
      why: <Trans>With the address of your site, published articles link to what readers see.</Trans>,
    },
    timeZone: {
      to: atField(paths.settings, 'general-timeZone'),
      name: t`Choose the time zone of the site`,
      why: <Trans>For people who have set none, for new ads and for mails. It is UTC now.</Trans>,
    },
    language: {
      to: atField(paths.settings, 'general-locale'),
      name: t`Choose the language of the site`,
      why: <Trans>For invitations and new accounts. Until then each browser decides.</Trans>,
    },
    people: {
      to: paths.users,
      name: t`Invite people`,
      why: <Trans>Editors, authors and ad managers get an account by a link.</Trans>,
    },
    script: {
      to: paths.hot,
      name: t`Add the script to your site`,
      why: <Trans>It counts readers, for “Hot” and “Search ranking”.</Trans>,
    },
  }
  const hide = (step: SetupStep) =>
    dismiss.mutate([step], {
      onError: (error) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      },
    })
  return (
    <section className={`${classes.section} ${classes.setup}`} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id} fz={14}>
          <Trans>Still to be set up</Trans>
        </Title>
      </header>
      <ul className={classes.items}>
        {steps.map((step) => {
          const { to, name, why } = known[step]
          return (
            <li key={step} className={classes.item}>
              <div className={classes.step}>
                <div>
                  <ScreenLink to={to} className={classes.link}>
                    {name}
                  </ScreenLink>
                  <Text size="xs" c="dimmed">
                    {why}
                  </Text>
                </div>
                <ActionIcon
                  className={classes.dismiss}
                  variant="subtle"
                  color="gray"
                  aria-label={t`Dismiss: ${name}`}
                  onClick={() => hide(step)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
