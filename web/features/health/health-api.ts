import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Request } from '#contract/endpoint.ts'
import type { HealthCheckName } from '#contract/health-checks.ts'
import { type ConnectionCheck, type HealthAlerts, healthEndpoints } from '#contract/health.ts'
import { ApiError, call } from '../../api/call.ts'

export const healthKey = ['health', 'now'] as const
const HISTORY_FRESH_MS = 60_000
const SAMPLES_FRESH_MS = 5_000
const CONNECTIONS_FRESH_MS = 5_000

export const isDatabaseAway = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem?.reasons?.includes('database_away') === true

const AWAY_MS = 5_000
/** How the installation is; the live channel keeps it current, so it is asked once only: while the database is away again and again. */
export const useHealth = () =>
  useQuery({
    queryKey: healthKey,
    queryFn: ({ signal }) => call(healthEndpoints.view, {}, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data === undefined && isDatabaseAway(state.error) ? AWAY_MS : false),
  })

/** The last 30 days; of one check where it is named. */
export const useHealthHistory = (query: { name?: HealthCheckName; limit: number }) =>
  useQuery({
    queryKey: ['health', 'history', query],
    queryFn: ({ signal }) => call(healthEndpoints.history, { query }, { signal }),
    refetchInterval: HISTORY_FRESH_MS,
    placeholderData: (before) => before,
  })

/**
 * The figures of the last minutes. Of the process that answers they are asked once, and the live channel adds to them; of
 * another, named one they are asked again and again.
 */
export const useHealthSamples = (process: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['health', 'samples', process],
    queryFn: ({ signal }) => call(healthEndpoints.samples, { query: { process } }, { signal }),
    enabled,
    refetchOnWindowFocus: false,
    ...(process === undefined ? { staleTime: Infinity } : { refetchInterval: SAMPLES_FRESH_MS }),
  })

export type CheckChange =
  | { action: 'run' | 'unmute'; name: HealthCheckName }
  | { action: 'mute'; name: HealthCheckName; until: string; reason: string }

/** Measures, mutes or unmutes a check. */
export function useCheckChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: CheckChange): Promise<void> => {
      const params = { name: change.name }
      if (change.action === 'mute') {
        const { until, reason } = change
        await call(healthEndpoints.mute, { params, body: { until, reason } })
      } else if (change.action === 'unmute') await call(healthEndpoints.unmute, { params })
      else await call(healthEndpoints.run, { params })
    },
    onSettled: () => client.invalidateQueries({ queryKey: healthKey }),
  })
}

/** The newest mails that were only written to files. */
export const useWrittenMails = () =>
  useQuery({
    queryKey: ['health', 'mails'],
    queryFn: ({ signal }) => call(healthEndpoints.mails, {}, { signal }),
  })

/** The jobs that were given up. @param measured how many there were just now: of another number they are asked again */
export const useFailedJobs = (measured: number | null) =>
  useQuery({
    queryKey: ['health', 'failed jobs', measured],
    queryFn: ({ signal }) => call(healthEndpoints.failedJobs, {}, { signal }),
    placeholderData: (before) => before,
  })

/** Connections to the database that hold others up: asked again and again, they come and go. */
export const useDatabaseConnections = (name: ConnectionCheck) =>
  useQuery({
    queryKey: ['health', 'connections', name],
    queryFn: ({ signal }) => call(healthEndpoints.connections, { params: { name } }, { signal }),
    refetchInterval: CONNECTIONS_FRESH_MS,
  })

/** Ends one of them. */
export function useEndConnection() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof healthEndpoints.endConnection>['body']) =>
      call(healthEndpoints.endConnection, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['health'] }),
  })
}

/** Starts failed jobs again, or deletes them. */
export function useFailedJobChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ action, ids }: { action: 'start' | 'delete'; ids: string[] }) =>
      call(action === 'start' ? healthEndpoints.startJobs : healthEndpoints.deleteJobs, { body: { ids } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['health'] }),
  })
}

const alertsKey = ['health', 'alerts'] as const
/** @param refetchInterval in milliseconds */
export const useAlerts = (enabled: boolean, refetchInterval: number | false = false) =>
  useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => call(healthEndpoints.alerts, {}, { signal }),
    enabled,
    refetchInterval,
  })

export function useEditAlerts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof healthEndpoints.editAlerts>['body']) =>
      call(healthEndpoints.editAlerts, { body }),
    onSuccess: (alerts) => client.setQueryData(alertsKey, alerts),
  })
}
export function useNewSecret() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(healthEndpoints.newSecret, {}),
    onSettled: () => client.invalidateQueries({ queryKey: alertsKey }),
  })
}

const TEST_POLL_MS = 1000
/** The call of a webhook ends within this time. */
const TEST_WAIT_MS = 15_000
/** Sends a test. `isOnItsWay`: what becomes of the call of the webhook is not known yet; the alerts tell it as soon as it is. */
export function useTestAlerts({ webhook, lastDelivery }: HealthAlerts) {
  const [asked, setAsked] = useState<{ lastDelivery: HealthAlerts['lastDelivery']; webhook: string }>()
  const isOnItsWay = asked !== undefined && asked.webhook === webhook && asked.lastDelivery?.at === lastDelivery?.at
  useAlerts(isOnItsWay, isOnItsWay && TEST_POLL_MS)
  useEffect(() => {
    if (!isOnItsWay) return undefined
    const timer = setTimeout(() => setAsked(undefined), TEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isOnItsWay])
  const test = useMutation({
    mutationFn: () => call(healthEndpoints.testAlerts, {}),
    onMutate: () => setAsked(undefined),
    onSuccess: () => webhook !== '' && setAsked({ lastDelivery, webhook }),
  })
  return { ...test, isOnItsWay }
}
