import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notifyDone, notifyFailure, offerUndo, notifyScreenLeft } from './notify.tsx'
import { showScreen } from './testing/show-screen.tsx'

const region = page.getByRole('region', { name: 'Messages (F8)' })

test('what was done can be undone by keyboard, and the focus returns', async () => {
  let undone = 0
  showScreen(<button type="button">Work</button>)
  await page.getByRole('button', { name: 'Work' }).click()
  offerUndo('Moved “Soup” to the trash', () => undone++)
  await expect.element(region.getByText('Moved “Soup” to the trash')).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(undone).toBe(1)
  await expect.element(page.getByText('Moved “Soup” to the trash')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Work' })).toHaveFocus()
})

test('a failure names the request, and markup in a message stays text', async () => {
  showScreen(null)
  notifyFailure('Not saved: <img src=x onerror=alert(1)>', 'req-42')
  await expect.element(region.getByText('Not saved: <img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(region.getByText('req-42')).toBeVisible()
})

test('at most four messages are shown at once, the newest last', async () => {
  showScreen(null)
  for (const word of ['one', 'two', 'three', 'four', 'five']) notifyDone(word)
  await expect.element(region.getByText('five')).toBeVisible()
  await expect.element(region.getByText('one')).not.toBeInTheDocument()
})

test('an undo is offered for as long as the person stays on the screen, the newest one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  showScreen(null)
  offerUndo('Published “Soup”', () => undefined)
  await expect.element(region.getByText('Published “Soup”')).toBeVisible()
  vi.advanceTimersByTime(3_600_000)
  await expect.element(region.getByText('Published “Soup”')).toBeVisible()

  offerUndo('Published “Bread”', () => undefined)
  await expect.element(region.getByText('Published “Bread”')).toBeVisible()
  vi.advanceTimersByTime(10_100)
  await expect.element(region.getByText('Published “Soup”')).not.toBeInTheDocument()
  await expect.element(region.getByText('Published “Bread”')).toBeVisible()

  notifyScreenLeft()
  await expect.element(region.getByText('Published “Bread”')).toBeVisible()
  vi.advanceTimersByTime(10_100)
  await expect.element(region.getByText('Published “Bread”')).not.toBeInTheDocument()
})

test('a message may lead out of the console, in a tab that cannot reach it', async () => {
  showScreen(null)
  notifyDone('Published “Soup”', { label: 'View on site', href: 'https://example.com/soup' })
  const link = region.getByRole('link', { name: 'View on site' })
  await expect.element(link).toHaveAttribute('href', 'https://example.com/soup')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})
