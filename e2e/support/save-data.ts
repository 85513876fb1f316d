import type { Page } from '@playwright/test'

/** A browser that was asked to save data: the console fetches nothing that it does not need yet. */
export const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(Reflect.get(navigator, 'connection') as object, 'saveData', { value: true }),
  )
