import {
  Activity,
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  use,
  useCallback,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Screen, ScreenContext } from './screen.tsx'

/** A screen that stays as it was while another is in front. `Component` must be the same one on every render. */
export type KeptScreen = { path: string; Component: ComponentType }

type LastSearch = Readonly<Record<string, string>>
type Navigate = Screen['navigate']

const LastSearchContext = createContext<LastSearch>({})
const ToFrontContext = createContext<() => void>(() => {})
const NO_PARAMS = {}

/** Where a link to the screen should lead: for a kept screen its last query included, for any other the path itself. */
export function useLastHref(path: string): string {
  return path + (use(LastSearchContext)[path] ?? '')
}

/** The same for many links: turns a path into the address of the screen's last state. */
export function useLastHrefs(): (path: string) => string {
  const last = use(LastSearchContext)
  return (path) => path + (last[path] ?? '')
}

/**
 * Brings the kept screen around it to the front as it is by then. Only for what the person asks for, as in a message that is
 * shown over every screen: an answer that comes late must not take the screen in front away.
 */
export const useToFront = (): (() => void) => use(ToFrontContext)

/**
 * Keeps screens mounted after they were first visited and hides those that are not in front: React stops their effects
 * and takes them out of the accessibility tree, and they hear of no address but their own. Knows no router: the caller
 * passes the address once and gets the rendered screens back.
 * @param active path of the kept screen in front, if one is
 * @param search the browser's query string; it belongs to the active screen
 */
export function KeepAlive({
  screens,
  active,
  search,
  navigate,
  children,
}: {
  screens: readonly KeptScreen[]
  active: string | undefined
  search: string
  navigate: Navigate
  children: (kept: ReactNode) => ReactNode
}) {
  const [stored, setLast] = useState<LastSearch>({})
  let last = stored
  if (active !== undefined && stored[active] !== search) {
    last = { ...stored, [active]: search }
    setLast(last)
  }

  const inFront = useRef({ active, navigate, last })
  useInsertionEffect(() => {
    inFront.current = { active, navigate, last }
  })
  const toFront = useCallback((path: string) => {
    if (inFront.current.active !== path) inFront.current.navigate(path + (inFront.current.last[path] ?? ''))
  }, [])
  const goFrom = useCallback((path: string, to: string, options: Parameters<Navigate>[1]) => {
    const query = to.startsWith(`${path}?`) || to === path ? to.slice(path.length) : to
    const own = query === '' || query.startsWith('?')
    if (inFront.current.active === path) inFront.current.navigate(own ? path + query : to, options)
    // A late answer in a hidden screen may change its own query, never the address of the screen in front.
    else if (own) setLast((before) => ({ ...before, [path]: query }))
  }, [])

  const visited = screens.filter(({ path }) => path in last)
  return (
    <LastSearchContext value={last}>
      {children(
        visited.map((screen) => (
          <Activity key={screen.path} mode={screen.path === active ? 'visible' : 'hidden'}>
            <Slot screen={screen} search={last[screen.path]!} goFrom={goFrom} toFront={toFront} />
          </Activity>
        )),
      )}
    </LastSearchContext>
  )
}

type GoFrom = (path: string, ...to: Parameters<Navigate>) => void

type SlotProps = { screen: KeptScreen; search: string; goFrom: GoFrom; toFront: (path: string) => void }

const Slot = memo(function Slot({ screen, search, goFrom, toFront }: SlotProps) {
  const { path, Component } = screen
  const navigate = useCallback<Navigate>((to, options) => goFrom(path, to, options), [goFrom, path])
  const value = useMemo(() => ({ path, search, params: NO_PARAMS, navigate }), [path, search, navigate])
  const bringToFront = useCallback(() => toFront(path), [toFront, path])
  return (
    <ScreenContext value={value}>
      <ToFrontContext value={bringToFront}>
        <Component />
      </ToFrontContext>
    </ScreenContext>
  )
})
