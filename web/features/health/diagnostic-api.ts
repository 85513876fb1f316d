import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { diagnosticEndpoints, type DiagnosticRun } from '#contract/diagnostics.ts'
import { call } from '../../api/call.ts'
import { type DiagnosticProgress, runDiagnostics } from './diagnostic-run.ts'
import { verdictOf } from '#contract/diagnostic-verdict.ts'

const runsKey = ['diagnostics', 'runs'] as const

/** My earlier runs, the newest first. */
export const useDiagnosticRuns = () =>
  useQuery({
    queryKey: runsKey,
    queryFn: async ({ signal }) => (await call(diagnosticEndpoints.runs, {}, { signal })).items,
  })

const sentKey = ['diagnostics', 'sent'] as const

/** Runs that people passed on; only for those who see all of the health screen. */
export const useSentRuns = (enabled: boolean, everyMs?: number) =>
  useQuery({
    queryKey: sentKey,
    queryFn: async ({ signal }) => (await call(diagnosticEndpoints.sent, {}, { signal })).items,
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })

/** Marks what someone else passed on as seen. */
export function useMarkSeen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(diagnosticEndpoints.seen, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sentKey }),
  })
}

/** Passes a run on to the administrators. */
export function useSendRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(diagnosticEndpoints.send, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  })
}

/** A run as it is shown; one that could not be kept has no id. */
export type ShownRun = Omit<DiagnosticRun, 'id'> & { id?: string }

/** Starts and stops a run; it stops by itself when the screen is left. */
export function useDiagnostics() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<DiagnosticProgress>()
  const [run, setRun] = useState<ShownRun>()
  const [failure, setFailure] = useState<unknown>()
  const ended = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => ended.current?.abort(), [])

  const start = useCallback(async () => {
    ended.current?.abort()
    const own = new AbortController()
    ended.current = own
    setFailure(undefined)
    setRun(undefined)
    setProgress({ step: 'browser', done: 0 })
    try {
      const report = await runDiagnostics(setProgress, own.signal)
      const kept = await keep(report)
      own.signal.throwIfAborted()
      setRun(kept)
      void client.invalidateQueries({ queryKey: runsKey })
    } catch (error) {
      if (!own.signal.aborted) setFailure(error)
    }
    if (!own.signal.aborted) setProgress(undefined)
  }, [client])
  const stop = useCallback(() => {
    ended.current?.abort()
    setProgress(undefined)
  }, [])

  return { progress, run, failure, start, stop, show: setRun }
}

/** A server that does not answer keeps nothing, and the finding is just that. */
async function keep(report: DiagnosticReport): Promise<ShownRun> {
  const own = { at: new Date().toISOString(), verdict: verdictOf(report), report, sentAt: null }
  if (report.ping.medianMs === null) return own
  return call(diagnosticEndpoints.keep, { body: report }).catch(() => own)
}

/** Fetches what support needs to know, as a file. */
export const useBundle = () =>
  useMutation({
    mutationFn: async () => {
      const bundle = await call(diagnosticEndpoints.bundle, {})
      const file = new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `copydesk-diagnostics-${bundle.madeAt.slice(0, 16).replace(/[:T]/g, '-')}.json`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    },
  })
