import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Text, Title, UnstyledButton } from '@mantine/core'
import { IconBellOff, IconBell, IconDots, IconRefresh, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { healthCheckInfo, type HealthCheckInfo, type HealthCheckName } from '#contract/health-checks.ts'
import type { Health, HealthMeasurement, HealthMute } from '#contract/health.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { PlannedTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useCheckChange } from './health-api.ts'
import { useCheckTexts } from './health-check-texts.ts'
import { useMeasuredText, useThresholdText } from './health-values.ts'
import { stateTones, useHealthWords } from './health-words.ts'
import { MuteDialog } from './mute-dialog.tsx'
import classes from './health.module.css'

const groupNames: readonly HealthCheckInfo['group'][] = ['database', 'jobs', 'files', 'server', 'installation']

/** Every check with its state and value, in groups. */
export function HealthCheckList({ health, onOpen }: { health: Health; onOpen: (name: HealthCheckName) => void }) {
  const words = useHealthWords()
  const [muting, setMuting] = useState<HealthCheckName>()
  const change = useCheckActions()
  return (
    <div className={classes.groups}>
      {groupNames.map((group) => (
        <section key={group} className={classes.card} aria-label={words.group(group)}>
          <Title order={2} className={classes.cardHead}>
            {words.group(group)}
          </Title>
          <ul className={classes.rows}>
            {health.checks
              .filter(({ name }) => healthCheckInfo(name).group === group)
              .map((check) => (
                <CheckRow
                  key={check.name}
                  check={check}
                  mute={health.mutes.find(({ name }) => name === check.name)}
                  can={health.can}
                  onOpen={() => onOpen(check.name)}
                  onRun={() => void change.run(check.name)}
                  onMute={() => setMuting(check.name)}
                  onUnmute={() => void change.unmute(check.name)}
                />
              ))}
          </ul>
        </section>
      ))}
      <MuteDialog name={muting} onClose={() => setMuting(undefined)} />
    </div>
  )
}

/** Runs and unmutes, and says what came of it. */
export function useCheckActions() {
  const { t } = useLingui()
  const texts = useCheckTexts()
  const problemText = useProblemText()
  const change = useCheckChange()
  const act = async (action: 'run' | 'unmute', name: HealthCheckName, done: string) => {
    try {
      await change.mutateAsync({ action, name })
      notifyDone(done)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  return {
    run: (name: HealthCheckName) => act('run', name, t`“${texts(name).name}” was measured again`),
    unmute: (name: HealthCheckName) => act('unmute', name, t`“${texts(name).name}” counts again`),
  }
}

type RowProps = {
  check: HealthMeasurement
  mute: HealthMute | undefined
  can: Health['can']
  onOpen: () => void
  onRun: () => void
  onMute: () => void
  onUnmute: () => void
}

function CheckRow({ check, mute, can, onOpen, onRun, onMute, onUnmute }: RowProps) {
  const { t } = useLingui()
  const words = useHealthWords()
  const thresholds = useThresholdText()
  const { name } = useCheckTexts()(check.name)
  const measured = useMeasuredText()
  return (
    <li className={classes.row}>
      <span className={classes.state}>
        <StatusDot tone={stateTones[check.state]} hollow={mute !== undefined}>
          {words.state(check.state)}
        </StatusDot>
      </span>
      <span className={classes.what}>
        <UnstyledButton className={classes.name} onClick={onOpen}>
          {name}
        </UnstyledButton>
        <Text component="span" size="xs" c="dimmed" className={classes.aside}>
          {check.cause !== null && check.cause !== 'over_limit'
            ? words.cause(check.cause)
            : can.details && thresholds(check.name)}
          {mute && (
            <span style={{ display: 'block' }}>
              <Trans>
                Muted until <PlannedTime value={mute.until} />
              </Trans>
            </span>
          )}
        </Text>
      </span>
      <span className={classes.value}>{measured(check)}</span>
      {(can.run || can.mute || can.details) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t`Actions for “${name}”`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTool size={16} />} onClick={onOpen}>
              <Trans>How to fix it</Trans>
            </Menu.Item>
            {can.run && (
              <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRun}>
                <Trans>Run again</Trans>
              </Menu.Item>
            )}
            {can.mute && mute && (
              <Menu.Item leftSection={<IconBell size={16} />} onClick={onUnmute}>
                <Trans>Unmute</Trans>
              </Menu.Item>
            )}
            {can.mute && (
              <Menu.Item leftSection={<IconBellOff size={16} />} onClick={onMute}>
                {mute ? <Trans>Mute for another time…</Trans> : <Trans>Mute…</Trans>}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
