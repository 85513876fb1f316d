import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { FailedJob } from '#contract/health.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useFailedJobChange, useFailedJobs } from './health-api.ts'
import { useJobFailure, useJobWords } from './job-words.ts'
import classes from './health.module.css'

/** The jobs that were given up: what each is about, what went wrong, and its two ways on. @param measured how many there were just now */
export function FailedJobs({ measured }: { measured: number | null }) {
  const { t } = useLingui()
  const wordsOf = useJobWords()
  const failureText = useJobFailure()
  const problemText = useProblemText()
  const change = useFailedJobChange()
  const [deleting, setDeleting] = useState<readonly FailedJob[]>()
  const jobs = useFailedJobs(measured).data
  if (!jobs || jobs.total === 0) return null
  const { total, items } = jobs
  const shown = items.length
  const idsOf = (some: readonly FailedJob[]) => some.map(({ id }) => id)
  const start = async (some: readonly FailedJob[]) => {
    try {
      const { changed } = await change.mutateAsync({ action: 'start', ids: idsOf(some) })
      notifyDone(t`${plural(changed, { one: '# job started again', other: '# jobs started again' })}`)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const remove = async (some: readonly FailedJob[]) => {
    try {
      const { changed } = await change.mutateAsync({ action: 'delete', ids: idsOf(some) })
      notifyDone(t`${plural(changed, { one: '# job deleted', other: '# jobs deleted' })}`)
      return undefined
    } catch (failure) {
      return problemText(failure).sentence
    }
  }
  const count = deleting?.length ?? 0
  const name = deleting?.[0] ? wordsOf(deleting[0]).name : ''
  return (
    <section>
      <h3>
        <Trans>Jobs that were given up</Trans>
      </h3>
      {total > 1 && (
        <Group justify="space-between" mb="xs">
          <Text size="sm" c="dimmed">
            {total > shown ? (
              <Trans>
                The newest {shown} of {total}
              </Trans>
            ) : (
              <Plural value={total} one="# job" other="# jobs" />
            )}
          </Text>
          <Group gap="xs">
            <Button size="compact-xs" variant="default" disabled={change.isPending} onClick={() => void start(items)}>
              {total > shown ? <Trans>Start these {shown} again</Trans> : <Trans>Start all again</Trans>}
            </Button>
            <Button size="compact-xs" variant="default" disabled={change.isPending} onClick={() => setDeleting(items)}>
              {total > shown ? <Trans>Delete these {shown}</Trans> : <Trans>Delete all</Trans>}
            </Button>
          </Group>
        </Group>
      )}
      <ul className={`${classes.card} ${classes.rows}`} aria-label={t`Jobs that were given up`}>
        {items.map((job) => {
          const { name: label, about } = wordsOf(job)
          return (
            <li key={job.id} className={classes.job}>
              <span className={classes.plainName}>{label}</span>
              {about && <code className={classes.jobAbout}>{about}</code>}
              <Text component="span" size="sm">
                {failureText(job.failure)}
              </Text>
              {job.error && <code className={classes.jobError}>{job.error}</code>}
              <Text component="span" size="xs" c="dimmed">
                <Trans>
                  <Plural value={job.attempts} one="Tried once" other="Tried # times" />, the last time{' '}
                  <RelativeTime value={job.failedAt} />
                </Trans>
              </Text>
              <Group gap="xs" mt={4}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t`Start again: ${label}`}
                  disabled={change.isPending}
                  onClick={() => void start([job])}
                >
                  <Trans>Start again</Trans>
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t`Delete “${label}”`}
                  disabled={change.isPending}
                  onClick={() => setDeleting([job])}
                >
                  <Trans>Delete</Trans>
                </Button>
              </Group>
            </li>
          )
        })}
      </ul>
      <Confirm
        opened={deleting !== undefined}
        title={count > 1 ? t`Delete ${count} failed jobs?` : t`Delete the failed job “${name}”?`}
        confirmLabel={t`Delete`}
        danger
        onClose={() => setDeleting(undefined)}
        onConfirm={() => remove(deleting ?? [])}
      >
        <Text size="sm">
          {count > 1 ? (
            <Trans>
              What they should have done is not done, and no one will be reminded of it. This cannot be undone.
            </Trans>
          ) : (
            <Trans>
              What it should have done is not done, and no one will be reminded of it. This cannot be undone.
            </Trans>
          )}
        </Text>
      </Confirm>
    </section>
  )
}
