import { useLingui } from '@lingui/react/macro'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { meQuery } from '../../api/me.ts'
import { screenReturns } from '../../api/query-client.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { firstScreenIsShown } from '../../ui/parts.ts'
import { isTypingAhead } from '../../ui/type-ahead.ts'
import { useAllowed } from '../session/session-api.ts'
import { NotAllowed } from './not-allowed.tsx'
import { NotBuilt } from './not-built.tsx'
import { ScreenErrorBoundary } from './screen-error-boundary.tsx'
import classes from './screen-slot.module.css'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import type { ScreenInfo } from './screens.ts'

let arrivals = 0

/** The place of one screen: it scrolls by itself, waits for its code, and fails without taking others along. */
export function ScreenSlot({ screen, Component }: { screen: ScreenInfo; Component: ComponentType | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useArrival(place)
  return (
    <div ref={place} className={classes.slot} data-screen tabIndex={-1}>
      <ScreenErrorBoundary>
        <Suspense fallback={<ScreenSkeleton />}>
          <Allowed screen={screen}>
            {Component ? <Component /> : <NotBuilt screen={screen} />}
            <TellWhenShown />
          </Allowed>
        </Suspense>
      </ScreenErrorBoundary>
    </div>
  )
}

function Allowed({ screen, children }: { screen: ScreenInfo; children: ReactNode }) {
  const allowed = useAllowed(screen.permission)
  if (allowed === undefined) return <Unknown />
  return allowed ? children : <NotAllowed screen={screen} />
}

const ASK_AGAIN_MS = 5000

/** Until the server has said who is signed in: where it cannot, this is said, and it is asked again by itself. */
function Unknown() {
  const { t } = useLingui()
  const { error, refetch } = useQuery({
    ...meQuery,
    refetchInterval: ({ state }) => state.status === 'error' && ASK_AGAIN_MS,
  })
  // While it is asked again there is no error, and nothing better to show.
  const [lastError, setLastError] = useState(error)
  if (error && error !== lastError) setLastError(error)
  if (!lastError) return <ScreenSkeleton />
  return <LoadFailed title={t`This screen could not be loaded`} error={lastError} onRetry={refetch} />
}

/** Says when the first screen has its code and its data. */
function TellWhenShown() {
  const isLoading = useIsFetching() > 0
  useEffect(() => {
    if (isLoading) return
    // A query that follows from another one begins in the next moment.
    const timer = setTimeout(firstScreenIsShown, 100)
    return () => clearTimeout(timer)
  }, [isLoading])
  return null
}

/**
 * When the screen comes to the front: the focus goes back to where it was in it, or to its beginning, so that the
 * keyboard works on what is seen. On the first screen of a visit it stays, for the skip link.
 */
function useArrival(place: React.RefObject<HTMLDivElement | null>) {
  const focused = useRef<HTMLElement | null>(null)
  const shownBefore = useRef(false)

  useLayoutEffect(() => {
    if (shownBefore.current) screenReturns(true)
    const slot = place.current!
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== slot) focused.current = target
    }
    slot.addEventListener('focusin', remember)
    if (arrivals++ > 0 && !slot.contains(document.activeElement) && !isTypingAhead()) {
      const last = focused.current?.isConnected ? focused.current : slot
      last.focus({ preventScroll: true })
    }
    return () => slot.removeEventListener('focusin', remember)
  }, [place])

  // Runs after the effects of everything inside, in which queries decide whether to fetch.
  useEffect(() => {
    screenReturns(false)
    shownBefore.current = true
  }, [])
}
