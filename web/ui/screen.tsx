import { createContext, use, useLayoutEffect, useSyncExternalStore } from 'react'

type NavigateOptions = {
  replace?: boolean
  /** The new address shows what is on the screen already (a draft that just got its id): nothing is mounted again. */
  sameScreen?: boolean
}

/** The location of a screen: its own path and query, not the browser's, so that a hidden screen never sees another's address. */
export type Screen = {
  path: string
  /** Query string with its `?`, or empty. */
  search: string
  params: Readonly<Record<string, string>>
  /** Goes to a path, or with `?…` changes this screen's own query. A hidden screen changes its own query only. */
  navigate: (to: string, options?: NavigateOptions) => void
}

export const ScreenContext = createContext<Screen | null>(null)

/**
 * The only way a screen learns its address.
 * @throws Error outside the shell
 */
export function useScreen(): Screen {
  const screen = use(ScreenContext)
  if (!screen) throw new Error('useScreen needs a screen around it')
  return screen
}

/** What the screen in front is called, and whether leaving it would lose something. */
export type Heading = {
  title: string
  unsaved: boolean
  /** Nothing is lost by leaving: the screen keeps what is unsaved by itself. */
  safeToLeave: boolean
  /** What is unsaved is in its fields again when the screen is opened again. */
  comesBack: boolean
}

let routeTitle = ''
/** What the parts of the screen in front say; the last one names it. */
let parts: readonly Heading[] = []
let heading: Heading = { title: '', unsaved: false, safeToLeave: false, comesBack: false }
const listeners = new Set<() => void>()

function finish() {
  const unsaved = parts.filter((part) => part.unsaved)
  const next = {
    title: parts.at(-1)?.title ?? routeTitle,
    unsaved: unsaved.length > 0,
    safeToLeave: unsaved.length > 0 && unsaved.every((part) => part.safeToLeave),
    comesBack: unsaved.length > 0 && unsaved.every((part) => part.safeToLeave || part.comesBack),
  }
  if ((Object.keys(next) as (keyof Heading)[]).every((name) => next[name] === heading[name])) return
  heading = next
  for (const tell of listeners) tell()
}

type TitleOptions = { unsaved?: boolean; safeToLeave?: boolean; comesBack?: boolean }

/**
 * Names the screen after what it shows, already in the person's language ("Autumn in Kyoto"). Without it the route's
 * own title is shown. `unsaved` puts a dot before the title and makes leaving and signing out ask first; with
 * `safeToLeave` only the dot is shown, for screens that save unsaved text by themselves. `comesBack`: leaving asks, but
 * says that the browser keeps the text.
 */
export function useScreenTitle(
  title: string | undefined,
  { unsaved = false, safeToLeave = false, comesBack = false }: TitleOptions = {},
): void {
  useLayoutEffect(() => {
    if (title === undefined && !unsaved) return undefined
    const mine = { title: title ?? routeTitle, unsaved, safeToLeave, comesBack }
    parts = [...parts, mine]
    finish()
    return () => {
      parts = parts.filter((part) => part !== mine)
      finish()
    }
  }, [title, unsaved, safeToLeave, comesBack])
}

/** Sets the title that the route gives; for the shell. */
export function useRouteTitle(title: string): void {
  useLayoutEffect(() => {
    routeTitle = title
    finish()
  }, [title])
}

/** What the screen in front is called now. */
export function useHeading(): Heading {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => heading,
  )
}
