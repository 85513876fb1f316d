import { createContext, use } from 'react'

/**
 * Whether secondary controls (times, row menus) are stops of the Tab key. A table says no for every row but the one in use, so
 * that a page of rows is not a page of stops.
 */
export const FocusStopContext = createContext(true)

export const useFocusStop = (): { tabIndex: 0 | -1 } => ({ tabIndex: use(FocusStopContext) ? 0 : -1 })
