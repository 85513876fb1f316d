import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useWrittenMails } from './health-api.ts'
import classes from './health.module.css'

/** The newest mails that were only written to files, where no mail server is set: to whom, and about what. */
export function WrittenMails() {
  const { t } = useLingui()
  const mails = useWrittenMails().data
  if (!mails || mails.folder === null) return null
  const { folder, items } = mails
  return (
    <section>
      <h3>
        <Trans>Mails that were not sent</Trans>
      </h3>
      <Text size="sm" mb="xs">
        <Trans>
          The newest ones that this server wrote to <code>{folder}</code>. Links in them can be copied on the screen
          Users.
        </Trans>
      </Text>
      {items.length > 0 ? (
        <ul className={`${classes.card} ${classes.rows}`} aria-label={t`Mails that were not sent`}>
          {items.map(({ id, at, to, subject }) => (
            <li key={id} className={classes.mail}>
              <span>{subject}</span>
              <Text component="span" size="xs" c="dimmed">
                {to} · <RelativeTime value={at} />
              </Text>
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>None yet.</Trans>
        </Text>
      )}
    </section>
  )
}
