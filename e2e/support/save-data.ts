import type { BrowserContext } from '@playwright/test'

/** A browser that was asked to save data: the console fetches nothing that it does not need yet. */
export const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const connection: unknown = Reflect.get(navigator, 'connection')
    if (connection instanceof Object) Object.defineProperty(connection, 'saveData', { value: true })
  })
