import { Plural, Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { overallState } from '#contract/health-checks.ts'
import type { Health, HealthProcess } from '#contract/health.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useCheckTexts } from './health-check-texts.ts'
import { stateTones, useHealthWords } from './health-words.ts'
import classes from './health.module.css'

/** Every server process with its own state: a fault may be of one only. */
export function HealthProcesses({ health: { processes, mutes } }: { health: Health }) {
  const muted = new Set(mutes.map(({ name }) => name))
  return (
    <section className={classes.section} aria-labelledby="health-processes">
      <Title order={2} id="health-processes" mb="xs">
        <Plural value={processes.length} one="# server process" other="# server processes" />
      </Title>
      <ul className={`${classes.card} ${classes.rows}`}>
        {processes.map((process) => (
          <ProcessRow key={process.id} process={process} muted={muted} />
        ))}
      </ul>
    </section>
  )
}

function ProcessRow({ process, muted }: { process: HealthProcess; muted: ReadonlySet<string> }) {
  const words = useHealthWords()
  const texts = useCheckTexts()
  const { host, pid, version, startedAt, seenAt, present, checks } = process
  const counted = checks.filter(({ name }) => !muted.has(name))
  const state = overallState(counted.map((check) => check.state))
  const troubled = counted.filter((check) => check.state === 'warning' || check.state === 'bad')
  return (
    <li className={classes.row}>
      <span className={classes.state}>
        {present ? (
          <StatusDot tone={stateTones[state]}>{words.state(state)}</StatusDot>
        ) : (
          <StatusDot tone="neutral" hollow>
            <Trans>Gone</Trans>
          </StatusDot>
        )}
      </span>
      <span className={classes.what}>
        <code className={classes.host}>
          {host}:{pid}
        </code>
        <Text component="span" size="xs" c="dimmed" className={classes.aside}>
          {present ? (
            troubled.length > 0 ? (
              troubled.map(({ name }) => texts(name).name).join(' · ')
            ) : (
              <Trans>
                Version {version}, started <RelativeTime value={startedAt} />
              </Trans>
            )
          ) : (
            <Trans>
              Not heard of since <RelativeTime value={seenAt} />, without having been stopped
            </Trans>
          )}
        </Text>
      </span>
    </li>
  )
}
