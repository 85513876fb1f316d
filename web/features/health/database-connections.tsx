import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { HealthState } from '#contract/health-checks.ts'
import type { ConnectionCheck, DatabaseConnection } from '#contract/health.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import factClasses from '../../ui/facts.module.css'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useDatabaseConnections, useEndConnection } from './health-api.ts'
import classes from './health.module.css'

/** What a connection does, by PostgreSQL's name for it; others are rare and shown as they are. */
const states: Readonly<Record<string, MessageDescriptor>> = {
  active: msg`Runs a statement`,
  idle: msg`Waits for its next statement`,
  'idle in transaction': msg`Does nothing, but has not committed`,
  'idle in transaction (aborted)': msg`Does nothing after an error, but has not rolled back`,
}

/** The connections to the database that hold others up, and how to end one. */
export function DatabaseConnections({ check, state }: { check: ConnectionCheck; state: HealthState }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const end = useEndConnection()
  const [ending, setEnding] = useState<DatabaseConnection>()
  const [isAsked, setAsked] = useState(false)
  const items = useDatabaseConnections(check).data?.items
  if (!items || (items.length === 0 && state === 'good' && !isAsked)) return null
  const endIt = async ({ processId, connectedAt }: DatabaseConnection) => {
    try {
      await end.mutateAsync({ processId, connectedAt })
      notifyDone(t`Connection ended`)
      return undefined
    } catch (failure) {
      const isGone = failure instanceof ApiError && failure.code === 'not_found'
      return isGone ? t`This connection has ended by itself meanwhile.` : problemText(failure).sentence
    }
  }
  const name = ending ? nameOf(ending) : ''
  return (
    <section>
      <h3>
        {check === 'locks' ? <Trans>Connections that others wait for</Trans> : <Trans>Statements that run long</Trans>}
      </h3>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>None that could be ended here.</Trans>
        </Text>
      )}
      {items.length > 0 && (
        <ul className={`${classes.card} ${classes.rows}`} aria-label={t`Connections to the database`}>
          {items.map((connection) => {
            const label = nameOf(connection)
            return (
              <li key={connection.processId} className={classes.job}>
                <span className={classes.plainName}>{label}</span>
                <ConnectionFacts connection={connection} />
                <span>
                  <Button
                    size="compact-xs"
                    variant="default"
                    mt={4}
                    aria-label={t`End this connection… “${label}”`}
                    onClick={() => {
                      setEnding(connection)
                      setAsked(true)
                    }}
                  >
                    <Trans>End this connection…</Trans>
                  </Button>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <Confirm
        opened={isAsked}
        title={t`End the connection “${name}”?`}
        confirmLabel={t`End connection`}
        danger
        onClose={() => setAsked(false)}
        onConfirm={async () => ending && endIt(ending)}
      >
        {ending && <ConnectionFacts connection={ending} />}
        <p className={classes.endNote}>
          <Trans>What it has not committed is undone, and a program that works with it gets an error.</Trans>
          <SentenceGap />
          {ending?.application.startsWith('copydesk') && (
            <Trans>It is one of Copydesk’s own: what it does fails, and Copydesk opens another by itself.</Trans>
          )}
        </p>
      </Confirm>
    </section>
  )
}

/** What it calls itself, and else who it is. */
const nameOf = ({ application, user, processId }: DatabaseConnection) => application || user || String(processId)

function ConnectionFacts({ connection }: { connection: DatabaseConnection }) {
  const { t } = useLingui()
  const { processId, user, address, state, since, statement, blocked } = connection
  const known = state !== null && Object.hasOwn(states, state) ? states[state] : undefined
  return (
    <dl className={factClasses.facts}>
      <dt>
        <Trans>User</Trans>
      </dt>
      <dd>{user}</dd>
      <dt>
        <Trans>Process in the database</Trans>
      </dt>
      <dd>
        <code>{processId}</code>
      </dd>
      {address !== null && (
        <>
          <dt>
            <Trans>Connected from</Trans>
          </dt>
          <dd>{address === '' ? <Trans>The machine of the database</Trans> : address}</dd>
        </>
      )}
      {state !== null && (
        <>
          <dt>
            <Trans>State</Trans>
          </dt>
          <dd>{known ? t(known) : state}</dd>
        </>
      )}
      {since !== null && (
        <>
          <dt>
            <Trans>Began</Trans>
          </dt>
          <dd>
            <RelativeTime value={since} />
          </dd>
        </>
      )}
      {blocked > 0 && (
        <>
          <dt>
            <Trans>Wait for it</Trans>
          </dt>
          <dd>
            <Plural value={blocked} one="# connection" other="# connections" />
          </dd>
        </>
      )}
      <dt>{state === 'active' ? <Trans>Statement</Trans> : <Trans>Last statement</Trans>}</dt>
      <dd>
        {statement === null ? (
          <Trans>Hidden: the database role lacks pg_read_all_stats.</Trans>
        ) : (
          <code className={classes.statement}>{statement}</code>
        )}
      </dd>
    </dl>
  )
}
