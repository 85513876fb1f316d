import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Location, useLocation, useMatches, useNavigate, useNavigationType } from 'react-router'
import { watchUndoOffers } from '../../entity/undo-offers.ts'
import { KeepAlive } from '../../ui/keep-alive.tsx'
import { notifyScreenLeft } from '../../ui/notify.tsx'
import { type Screen, ScreenContext, useRouteTitle } from '../../ui/screen.tsx'
import { Frame } from './frame.tsx'
import { ScreenSlot } from './screen-slot.tsx'
import type { ShellRoute } from './shell-route.ts'

/** The frame around every screen behind the sign-in. The only place that reads the router's address. */
export function Shell({ routes }: { routes: readonly ShellRoute[] }) {
  const { i18n } = useLingui()
  const location = useLocation()
  const match = useMatches().at(-1)!
  const route = match.handle as ShellRoute
  useRouteTitle(i18n._(route.title))

  const routerNavigate = useNavigate()
  const navigate = useCallback<Screen['navigate']>(
    (to, options) =>
      void routerNavigate(to, { replace: options?.replace, state: { sameScreen: options?.sameScreen ?? false } }),
    [routerNavigate],
  )
  const kept = useMemo(
    () =>
      routes
        .filter(({ kept }) => kept)
        .map((screen) => ({
          path: screen.path,
          Component: () => <ScreenSlot screen={screen} Component={screen.Component} />,
        })),
    [routes],
  )
  const identity = useIdentity(location)
  useEffect(() => notifyScreenLeft, [identity])
  useEffect(watchUndoOffers, [])

  return (
    <KeepAlive screens={kept} active={route.kept ? route.path : undefined} search={location.search} navigate={navigate}>
      {(keptScreens) => (
        <Frame route={route}>
          {keptScreens}
          {!route.kept && (
            <RoutedScreen
              key={identity}
              route={route}
              path={location.pathname}
              search={location.search}
              params={match.params as Screen['params']}
              navigate={navigate}
            />
          )}
        </Frame>
      )}
    </KeepAlive>
  )
}

/** A screen that is made again on every visit. */
function RoutedScreen({ route, path, search, params, navigate }: Screen & { route: ShellRoute }) {
  const screen = useMemo<Screen>(
    () => ({
      path,
      search,
      params,
      navigate: (to, options) => navigate(to.startsWith('?') || to === '' ? path + to : to, options),
    }),
    [path, search, params, navigate],
  )
  return (
    <ScreenContext value={screen}>
      <ScreenSlot screen={route} Component={route.Component} />
    </ScreenContext>
  )
}

/** Changes with every visit, except where a screen gave itself a new address. */
function useIdentity(location: Location): number {
  const type = useNavigationType()
  const [shown, setShown] = useState({ path: location.pathname, visit: 0 })
  if (shown.path === location.pathname) return shown.visit
  const same = type !== 'POP' && (location.state as { sameScreen?: boolean } | null)?.sameScreen === true
  const next = { path: location.pathname, visit: same ? shown.visit : shown.visit + 1 }
  setShown(next)
  return next.visit
}
