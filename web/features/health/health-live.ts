import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Health, healthEndpoints, type HealthSample } from '#contract/health.ts'
import { readEvents } from '../../api/event-stream.ts'
import { healthKey } from './health-api.ts'

/** `lost`: no answer since then; what is shown is as of then. */
export type LiveState = { kind: 'connecting' | 'live' } | { kind: 'lost'; since: string }

const SAMPLES_KEPT = 180
/** A screen that one only passes through opens no channel. */
const RETURN_MS = 1_000
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Follows the live channel for as long as the screen is in front and its tab is seen. What it tells goes into the cache; lost,
 * it is opened again with growing pauses.
 */
export function useLiveHealth(ready: boolean): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>({ kind: 'connecting' })
  const wasOpen = useRef(false)

  useEffect(() => {
    if (!ready) return undefined
    let ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0

    const onEvent = ({ name, data }: { name: string; data: unknown }) => {
      failures = 0
      if (name === 'health') {
        const before = client.getQueryData<Health>(healthKey)
        client.setQueryData(healthKey, data as Health)
        if (before && before.state !== (data as Health).state)
          void client.invalidateQueries({ queryKey: ['health', 'history'] })
      }
      if (name === 'sample')
        client.setQueryData<{ samples: HealthSample[] }>(['health', 'samples', undefined], (known) =>
          known ? { samples: [...known.samples, data as HealthSample].slice(-SAMPLES_KEPT) } : known,
        )
      setState((now) => (now.kind === 'live' ? now : { kind: 'live' }))
    }
    async function follow({ signal }: AbortController) {
      wasOpen.current = true
      await readEvents(healthEndpoints.live, {}, onEvent, signal).catch(() => undefined)
      if (signal.aborted) return
      setState((now) => (now.kind === 'lost' ? now : { kind: 'lost', since: new Date().toISOString() }))
      open(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0)
    }
    function open(afterMs: number) {
      clearTimeout(timer)
      timer = setTimeout(() => void follow(ended), afterMs)
    }
    function close() {
      clearTimeout(timer)
      ended.abort()
      ended = new AbortController()
    }
    const onSeen = () => (document.visibilityState === 'visible' ? open(0) : close())

    if (document.visibilityState === 'visible') open(wasOpen.current ? RETURN_MS : 0)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      close()
    }
  }, [client, ready])

  return state
}
