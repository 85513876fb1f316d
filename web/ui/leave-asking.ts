let asks = true

/** The page is about to be replaced, and the browser is not to ask: what is unsaved is kept. */
export const leaveWithoutAsking = (): void => void (asks = false)

/** Whether the browser asks before a page with unsaved changes is left. */
export const asksBeforeLeaving = (): boolean => asks
