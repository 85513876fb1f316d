import { useEffect, useRef } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useProblemText } from '../../api/problem-text.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { scopeOf } from '#contract/permissions.ts'
import { useMe } from '../session/session-api.ts'
import { DiagnosticHistory, SentDiagnostics } from './diagnostic-history.tsx'
import { DiagnosticResult } from './diagnostic-result.tsx'
import { useDiagnosticRuns, useDiagnostics, useMarkSeen, useSentRuns } from './diagnostic-api.ts'
import { useDiagnosticWords } from './diagnostic-words.ts'
import classes from './diagnostic.module.css'

/** Measures the connection between this browser and the server, and says where its time goes. */
export function DiagnosticPage() {
  const { t } = useLingui()
  const words = useDiagnosticWords()
  const problemText = useProblemText()
  const { progress, run, failure, start, stop, show } = useDiagnostics()
  const runs = useDiagnosticRuns()
  const me = useMe()
  const seesAll = me !== undefined && scopeOf(me.role, 'health.read') === 'all'
  const sent = useSentRuns(seesAll)
  const { search } = useScreen()
  const wanted = new URLSearchParams(search).get('sent')
  const linked = sent.data?.find(({ id }) => id === wanted)
  const isComing = wanted !== null && seesAll && sent.isPending
  const chosen = run ?? (failure || isComing ? undefined : (linked ?? runs.data?.[0]))
  // What was passed on since.
  const shown = runs.data?.find(({ id }) => id === chosen?.id) ?? chosen
  const ofOther = sent.data?.find(({ id, by }) => id === shown?.id && by.id !== me?.id)
  useSeen(ofOther?.seenBy === null ? ofOther.id : undefined)
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div className={classes.head}>
          <Title order={1}>
            <Trans>Connection diagnostics</Trans>
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            <Trans>
              Measures this browser, the way to the server, and the server itself. It takes about ten seconds.
            </Trans>
          </Text>
        </div>
        {progress ? (
          <Button variant="default" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => void start()}>
            {shown ? <Trans>Measure again</Trans> : <Trans>Start measuring</Trans>}
          </Button>
        )}
      </Group>
      {progress && (
        <div className={classes.progress}>
          <Text size="sm" role="status">
            {words.step(progress.step)}
          </Text>
          <Progress.Root size="sm" mt="xs">
            <Progress.Section value={progress.done * 100} aria-label={t`Progress`} />
          </Progress.Root>
        </div>
      )}
      {failure !== undefined && !progress && (
        <EmptyState kind="failed" title={t`The measurement could not be finished`}>
          {problemText(failure).sentence}
        </EmptyState>
      )}
      {wanted !== null && sent.data && !linked && !run && (
        <Text size="sm" role="status" mb="md">
          <Trans>The measurement of the link is no longer kept.</Trans>
        </Text>
      )}
      {!progress && shown && <DiagnosticResult run={shown} by={ofOther?.by.name} />}
      {!progress && !shown && !isComing && failure === undefined && runs.data && (
        <EmptyState kind="nothing" title={t`Not measured yet`}>
          <Trans>When the console feels slow, start a measurement: it says in one sentence where the time goes.</Trans>
        </EmptyState>
      )}
      {seesAll && <SentDiagnostics runs={sent} shown={shown?.id} onShow={show} />}
      <DiagnosticHistory runs={runs} shown={shown?.id} onShow={show} />
    </div>
  )
}

/** Marks what is shown as seen, once. */
function useSeen(id: string | undefined) {
  const { mutate } = useMarkSeen()
  const marked = useRef<string>(undefined)
  useEffect(() => {
    if (id === undefined || marked.current === id) return
    marked.current = id
    mutate(id)
  }, [id, mutate])
}
