import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import './chinese.css'
import { Hints } from './hint.tsx'
import { DayTime, exactWords, PlannedTime, plannedWords, RelativeTime } from './relative-time.tsx'
import { showScreen } from './testing/show-screen.tsx'

const MINUTE = 60_000
const START = Date.parse('2026-03-02T09:00:00Z')
const after = (minutes: number) => new Date(START + minutes * MINUTE).toISOString()

function atTime(minutes: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: START + minutes * MINUTE })
  onTestFinished(() => void vi.useRealTimers())
}

test('what was saved while no time was on the screen says “now”, not “in 3 min.”', async () => {
  atTime(0)
  const { close } = showScreen(<RelativeTime value={after(-5)} />)
  await expect.element(page.getByText('5 min. ago')).toBeVisible()
  close()
  atTime(3)
  showScreen(<RelativeTime value={after(3)} />)
  await expect.element(page.getByText('now')).toBeVisible()
})

test('the exact time is said on hover and on keyboard focus', async () => {
  atTime(0)
  showScreen(
    <>
      <RelativeTime value={after(-5)} />
      <RelativeTime value={after(-65)} />
      <Hints />
    </>,
  )
  await page.getByText('5 min. ago').hover()
  await expect.element(page.getByRole('tooltip').getByText('Mon, Mar 2, 2026, 8:55 AM UTC')).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(page.getByRole('tooltip').getByText('Mon, Mar 2, 2026, 7:55 AM UTC')).toBeVisible()
  await expect.element(page.getByText('1 hr. ago')).toHaveAccessibleDescription('Mon, Mar 2, 2026, 7:55 AM UTC')
})

test('the exact time is shown to a finger that taps a time, until the next tap', async () => {
  atTime(0)
  showScreen(
    <>
      <RelativeTime value={after(-5)} />
      <p>Elsewhere</p>
      <Hints />
    </>,
  )
  const tap = (target: Element) => {
    const options = { bubbles: true, pointerType: 'touch', pointerId: 7 }
    for (const name of [
      'pointerover',
      'pointerenter',
      'pointerdown',
      'pointerup',
      'pointerout',
      'pointerleave',
      'click',
    ])
      target.dispatchEvent(new PointerEvent(name, options))
  }
  tap(page.getByText('5 min. ago').element())
  await expect.element(page.getByRole('tooltip').getByText('Mon, Mar 2, 2026, 8:55 AM UTC')).toBeVisible()
  tap(page.getByText('Elsewhere').element())
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

test('a time within a link is no place to tap: the link is followed', async () => {
  atTime(0)
  showScreen(
    <>
      <a href="#there">
        <RelativeTime value={after(-5)} />
      </a>
      <Hints />
    </>,
  )
  const time = page.getByText('5 min. ago').element()
  time.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))
  time.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch', cancelable: true }))
  await expect.poll(() => location.hash).toBe('#there')
  expect(page.getByRole('tooltip').elements()).toEqual([])
})

test('a list that comes back counts from the present', async () => {
  atTime(0)
  const { outside } = showScreen(<RelativeTime value={after(-5)} />)
  outside.setHidden(true)
  atTime(4)
  outside.setHidden(false)
  await expect.element(page.getByText('9 min. ago')).toBeVisible()
})

test('a server whose clock is ahead does not put what happened into the future', async () => {
  atTime(0)
  showScreen(<RelativeTime value={after(1.5)} />)
  await expect.element(page.getByText('now')).toBeVisible()
})

test('a planned time lies ahead', async () => {
  atTime(0)
  showScreen(<RelativeTime value={after(125)} planned />)
  await expect.element(page.getByText('in 2 hr.')).toBeVisible()
})

test.each([
  [25, 'in 25 min.'],
  [90, 'today 10:30 AM'],
  [24 * 60, 'tomorrow 9:00 AM'],
  [24 * 60 + 15, 'tomorrow 9:15 AM'],
  [3 * 24 * 60, 'Thu 9:00 AM'],
  [40 * 24 * 60, 'Apr 11 9:00 AM'],
  [400 * 24 * 60, 'Apr 6, 2027 9:00 AM'],
])('what goes out %i minutes from now is told by the clock: %s', async (minutes, words) => {
  atTime(0)
  showScreen(<PlannedTime value={after(minutes)} />)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test.each([
  [-1, '1 min. ago'],
  [-5, '5 min. ago · not published yet'],
])('what should have gone out %i minutes from now says so', async (minutes, words) => {
  atTime(0)
  showScreen(<PlannedTime value={after(minutes)} overdue="not published yet" />)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test('times of one column have one style, near or far, past or to come', async () => {
  atTime(0)
  showScreen(
    <>
      <p>
        <DayTime value={after(30)} />
      </p>
      <p>
        <DayTime value={after(7 * 24 * 60 + 1)} />
      </p>
      <p>
        <DayTime value={after(-24 * 60)} />
      </p>
    </>,
  )
  const words = () =>
    page
      .getByRole('time')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(words).toHaveLength(3)
  for (const text of words()) expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2}\s[AP]M$/)
})

test.each([
  ['en', '9:05 AM'],
  ['en', '3:05 PM', 'T15'],
  ['en-GB', '09:05'],
  ['zh-CN', '09:05'],
])('in %s the exact time has the clock of the other times: %s', (locale, clock, hour = 'T09') => {
  const time = new Date(`2026-03-29${hour}:05:00Z`)
  const from = new Date('2026-03-29T01:00:00Z')
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  expect(plain(exactWords(time, locale, 'UTC'))).toContain(` ${clock} `)
  expect(plain(plannedWords(time, from, locale, 'UTC'))).toContain(` ${clock}`)
})

test.each([
  ['a digit', '1 小时前', true],
  ['a character', '昨天', false],
])('a Chinese sentence has a gap before a time that begins with %s: %s', (_what, time, hasGap) => {
  const { close } = showScreen(
    <p lang="zh-CN">
      <span>
        截至<time>{time}</time>
      </span>
      <code>
        截至<time>{time}</time>
      </code>
    </p>,
  )
  const [sentence, code] = ['span', 'code'].map((name) => {
    const place = document.querySelector<HTMLElement>(`p[lang] > ${name}`)!
    const width = () => place.getBoundingClientRect().width
    const before = width()
    place.style.setProperty('text-autospace', 'no-autospace')
    return before > width()
  })
  expect([sentence, code]).toEqual([hasGap, false])
  close()
})
