import { Trans } from '@lingui/react/macro'
import { Anchor, Text, Title } from '@mantine/core'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useMe } from '../session/session-api.ts'
import { useSentRuns } from './diagnostic-api.ts'
import { useDiagnosticWords } from './diagnostic-words.ts'
import classes from './health.module.css'

const SHOWN = 5
const FRESH_MS = 60_000

/** What people passed on to the administrators and none of them opened yet; nothing where there is none. */
export function SentNotice() {
  const words = useDiagnosticWords()
  const me = useMe()
  const { data } = useSentRuns(true, FRESH_MS)
  const unseen = data?.filter(({ seenBy, by }) => seenBy === null && by.id !== me?.id) ?? []
  if (unseen.length === 0) return null
  const more = unseen.length - SHOWN
  return (
    <section className={classes.sent} aria-labelledby="sent-notice">
      <Title order={2} id="sent-notice" mb="xs">
        <Trans>Measurements sent to the administrators</Trans>
      </Title>
      <ul className={`${classes.card} ${classes.rows}`}>
        {unseen.slice(0, SHOWN).map((run) => (
          <li key={run.id} className={`${classes.row} ${classes.sentRow}`}>
            <span className={classes.state}>
              <StatusDot tone={run.verdict.kind === 'good' ? 'good' : 'waiting'}>
                <RelativeTime value={run.sentAt ?? run.at} />
              </StatusDot>
            </span>
            <span className={classes.what}>
              <Anchor component={ScreenLink} inherit underline="always" to={`${paths.diagnostic}?sent=${run.id}`}>
                {run.by.name}: {words.verdict(run.verdict)}
              </Anchor>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" mt="xs">
          <Anchor component={ScreenLink} inherit underline="always" to={paths.diagnostic}>
            <Trans>{more} more</Trans>
          </Anchor>
        </Text>
      )}
    </section>
  )
}
