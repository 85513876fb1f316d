import { type ComponentType, createContext, lazy } from 'react'

/** Which attempt to show a screen this is; another one after a failure may load its code again. */
export const LoadAttemptContext = createContext(0)

let attempts = 0
export const nextAttempt = (): number => ++attempts

/** A component whose code is loaded. */
type Loaded = {
  /** The component for this attempt to show it. */
  of: (attempt: number) => ComponentType
  /** Loads the code, so that the first attempt shows it at once; a failure is left to that attempt. */
  bring: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first shown, or brought before. React keeps a failure for as long as the tab is
 * open; here the next attempt loads again, but never the same one: React itself renders twice before it gives up.
 */
export function loadedPerAttempt(load: () => Promise<ComponentType>): Loaded {
  let failedAt: number | undefined
  const make = (attempt: number) =>
    lazy<ComponentType>(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failedAt = attempt
        throw error
      }
    })
  let made: ComponentType | undefined
  return {
    of: (attempt) => {
      if (!made || (failedAt !== undefined && failedAt !== attempt)) {
        failedAt = undefined
        made = make(attempt)
      }
      return made
    },
    bring: async () => {
      if (made) return
      const component = await load().catch(() => undefined)
      // What is shown already stays the same component.
      made ??= component
    },
  }
}
