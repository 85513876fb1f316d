import { useContext } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../editor/testing/mount.tsx'
import { LoadAttemptContext } from '../../ui/load-attempt.ts'
import { ScreenErrorBoundary } from './screen-error-boundary.tsx'

/** Fails as a screen does whose code cannot be fetched, so many times. */
function failing(times: number) {
  const failed = new Set<number>()
  return function Screen() {
    const attempt = useContext(LoadAttemptContext)
    if (failed.size < times || failed.has(attempt)) {
      failed.add(attempt)
      throw new TypeError('Failed to fetch dynamically imported module')
    }
    return <h1>There after all</h1>
  }
}

test('a screen comes by itself when the network is back, also where the first calls after that still fail', async () => {
  const Screen = failing(3)
  mount(
    <ScreenErrorBoundary>
      <Screen />
    </ScreenErrorBoundary>,
  )
  await expect.element(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('heading', { name: 'There after all' })).toBeVisible()
})
