import { Drawer, Menu } from '@mantine/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  notifyBusy,
  notifyDone,
  notifyFailure,
  notifyScreenLeft,
  offeredSteps,
  offerUndo,
  withdrawUndo,
} from './notify.tsx'
import { DishList } from './testing/dish-list.tsx'
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

test('what takes long says that it is under way, until it is done; what is quick says nothing', async () => {
  showScreen(null)
  const quick = notifyBusy('Quick…')
  quick.end()
  const done = notifyBusy('Undoing…')
  await expect.element(region.getByText('Undoing…')).toBeVisible()
  await expect.element(region.getByText('Quick…')).not.toBeInTheDocument()
  await expect.element(region.getByRole('button', { name: 'Close message' })).not.toBeInTheDocument()
  done.say('50 of 120', 50 / 120)
  await expect.element(region.getByText('Undoing… 50 of 120')).toBeVisible()
  done.end()
  await expect.element(region.getByText('Undoing…')).not.toBeInTheDocument()
})

test('two of the same that are under way are told apart, each with its own stop', async () => {
  showScreen(null)
  const [one, other] = [notifyBusy('Undoing…'), notifyBusy('Undoing…')]
  onTestFinished(other.end)
  let stopped = ''
  one.offer({ label: 'Stop', run: () => (stopped = 'one') })
  other.offer({ label: 'Stop', run: () => (stopped = 'other') })
  one.say('20 of 120', 20 / 120)
  other.say('70 of 300', 70 / 300)
  await expect.element(region.getByText('Undoing… 20 of 120')).toBeVisible()
  await expect.element(region.getByText('Undoing… 70 of 300')).toBeVisible()
  await region.getByRole('button', { name: 'Stop' }).first().click()
  expect(stopped).toBe('one')
  one.end()
  await expect.element(region.getByText('Undoing… 20 of 120')).not.toBeInTheDocument()
  await expect.element(region.getByText('Undoing… 70 of 300')).toBeVisible()
})

test('of what is under way only each quarter is read aloud', async () => {
  showScreen(null)
  const busy = notifyBusy('Undoing…')
  onTestFinished(busy.end)
  await expect.element(region.getByText('Undoing…')).toBeVisible()
  busy.say('20 of 120', 20 / 120)
  const count = region.getByText('20 of 120', { exact: true })
  await expect.element(count).toHaveAttribute('aria-live', 'off')
  expect(region.getByText('25%').elements()).toEqual([])
  busy.say('70 of 120', 70 / 120)
  await expect.element(region.getByText('50%')).toBeInTheDocument()
  expect(region.getByText('50%').element().closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
})

test('a failure names the request, and markup in a message stays text', async () => {
  showScreen(null)
  notifyFailure('Not saved: <img src=x onerror=alert(1)>', 'req-42')
  await expect.element(region.getByText('Not saved: <img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(region.getByText('req-42')).toBeVisible()
})

test.each([1280, 800, 320])('a message does not cover the buttons of a drawer, %i pixels wide', async (width) => {
  await page.viewport(width, 700)
  onTestFinished(() => page.viewport(1280, 800))
  showScreen(
    <Drawer opened onClose={() => undefined} position="right" size={520} transitionProps={{ duration: 0 }}>
      <div style={{ position: 'fixed', bottom: 0, right: 0, width: 'min(520px, 100%)', padding: 10 }}>
        <button type="button" style={{ width: '100%' }}>
          Save
        </button>
      </div>
    </Drawer>,
  )
  notifyDone('Saved')
  await expect.element(region.getByText('Saved')).toBeVisible()
  const message = region.getByText('Saved').element().getBoundingClientRect()
  const button = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect()
  const overlaps = message.right > button.left && message.left < button.right && message.bottom > button.top
  expect(overlaps).toBe(false)
})

test('at most three messages are shown at once, the newest last, and a plain one leaves before an undo', async () => {
  showScreen(null)
  offerUndo('undoable', () => undefined)
  for (const word of ['one', 'two', 'three', 'four']) notifyDone(word)
  await expect.element(region.getByText('four')).toBeVisible()
  const shown = () => [...document.querySelectorAll('[data-kind]')].map((toast) => toast.textContent)
  await expect.poll(shown).toEqual(['undoableUndo', 'three', 'four'])
})

test('older messages fold away, and a line says where their changes can be undone', async () => {
  const { visits } = showScreen(null, { changesHref: '/trash?type=change' })
  for (const dish of ['Soup', 'Bread', 'Rice', 'Tea', 'Cake'])
    offerUndo(`Published “${dish}”`, () => undefined, undefined, [`step of ${dish}`])
  await expect.poll(countShown).toBe(3)
  await expect.element(region.getByText('2 earlier changes can still be undone.')).toBeVisible()
  expect(offeredSteps()).toHaveLength(5)
  withdrawUndo(['step of Bread'])
  await expect.element(region.getByText('1 earlier change can still be undone.')).toBeVisible()
  const link = region.getByRole('link', { name: 'Changes to undo' })
  await expect.element(link).toHaveAttribute('href', '/trash?type=change')
  await link.click()
  expect(visits).toEqual(['/trash?type=change'])
  await expect.poll(countShown).toBe(0)
})

test('a message leaves once nothing it offers can be undone any more', async () => {
  showScreen(null)
  offerUndo('Published “Soup”', () => undefined, undefined, ['one'])
  offerUndo('Published 60 dishes', () => undefined, undefined, ['two', 'three'])
  await expect.poll(countShown).toBe(2)
  withdrawUndo(['one', 'three'])
  await expect.poll(countShown).toBe(1)
  await expect.element(region.getByText('Published 60 dishes')).toBeVisible()
  withdrawUndo(['two'])
  await expect.poll(countShown).toBe(0)
})

test('a link within the console is an ordinary one: the same tab, unless the person asks for another', async () => {
  const { visits } = showScreen(null)
  notifyDone('Added to “Harbour”', { label: 'Open the album', href: '/albums/7' })
  const link = region.getByRole('link', { name: 'Open the album' })
  await expect.element(link).toHaveAttribute('href', '/albums/7')
  await expect.element(link).not.toHaveAttribute('target')
  await link.click()
  expect(visits).toEqual(['/albums/7'])
})

test('a message that is there already counts up and stays as long as a new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  showScreen(null)
  notifyDone('Settings saved')
  notifyFailure('The server is busy', 'req-1')
  await expect.element(region.getByText('Settings saved')).toBeVisible()
  vi.advanceTimersByTime(5_500)
  await expect.element(region.getByText('Settings saved')).toBeVisible()
  notifyDone('Settings saved')
  notifyFailure('The server is busy', 'req-2')
  await expect.poll(() => region.getByText('2 times').elements().length).toBe(2)
  expect(countShown()).toBe(2)
  await expect.element(region.getByText('req-2')).toBeVisible()
  vi.advanceTimersByTime(5_500)
  await expect.element(region.getByText('Settings saved')).toBeVisible()
  vi.advanceTimersByTime(600)
  await expect.element(region.getByText('Settings saved')).not.toBeInTheDocument()
})

test('what can be undone twice is offered twice', async () => {
  showScreen(null)
  let undone = ''
  offerUndo('Moved', () => (undone += 'first'))
  offerUndo('Moved', () => (undone += 'second'))
  await expect.poll(countShown).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  expect(undone).toBe('second')
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

/** How many messages are shown: each leaves by itself, and what it covered is free then. */
const countShown = () => region.element().querySelectorAll('[data-kind]').length

/** Whether a person who points at it hits it, wherever. */
const isHit = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
  return shares.every((share) =>
    element.contains(document.elementFromPoint(left + width * share, top + height * share)),
  )
}

test('on a phone messages lie above the bar of what is done with chosen rows', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  showScreen(<DishList />)
  await page.getByRole('checkbox').nth(1).click()
  const buttons = ['Clear the selection', 'Cook'].map((name) => page.getByRole('button', { name }))
  for (const button of buttons) await expect.element(button).toBeVisible()
  for (const dish of ['Soup', 'Bread', 'Rice', 'Tea'])
    offerUndo(`Published “${dish}”, a dish with a name long enough for two lines`, () => undefined, undefined, [dish])
  await expect.poll(countShown).toBe(3)
  await expect.poll(() => buttons.map((button) => isHit(button.element()))).toEqual([true, true])
})

for (const width of [320, 1280])
  test(`at ${width} pixels a message leaves the ways to other pages free`, async () => {
    // As high as the list: its pager is at the lower edge, where messages come.
    await page.viewport(width, 700)
    onTestFinished(() => page.viewport(1280, 800))
    showScreen(<DishList />)
    const next = page.getByRole('button', { name: 'Next page' })
    await expect.element(next).toBeVisible()
    for (const message of ['One', 'Two', 'Three'])
      notifyDone(`${message} of the messages that are long enough for two lines`)
    await expect.element(page.getByText(/^Three/)).toBeVisible()
    if (width > 640) {
      const pages = page.getByRole('navigation', { name: 'Pagination' })
      const topOf = (element: Element) => element.getBoundingClientRect().top
      await expect
        .poll(() => [countShown(), region.element().getBoundingClientRect().bottom <= topOf(pages.element())])
        .toEqual([3, true])
    }
    await expect
      .poll(() => {
        for (let part = next.element().parentElement; part; part = part.parentElement) part.scrollTo(0, 1e6)
        return [countShown(), isHit(next.element())]
      })
      .toEqual([3, true])
  })

test('an open menu is above the messages', async () => {
  await page.viewport(390, 640)
  onTestFinished(() => page.viewport(1280, 800))
  showScreen(
    <div style={{ position: 'fixed', insetBlockEnd: 180, insetInlineStart: 150 }}>
      <Menu position="bottom-start" middlewares={{ flip: false, shift: false }}>
        <Menu.Target>
          <button type="button">Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Edit</Menu.Item>
          <Menu.Item>Archive</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>,
  )
  notifyDone('A message that is long enough for two or three lines of text on a phone, and lies at the bottom')
  notifyDone('Another one of them that is as long as that, so that both are as high as the menu is')
  await page.getByRole('button', { name: 'Actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Archive' })
  await expect.element(item).toBeVisible()
  const isOverlapping = () => {
    const own = item.element().getBoundingClientRect()
    const messages = [...region.element().querySelectorAll('[data-kind]')]
    return messages.some((message) => {
      const { top, bottom } = message.getBoundingClientRect()
      return top <= own.top && bottom >= own.bottom
    })
  }
  await expect.poll(isOverlapping).toBe(true)
  await expect.poll(() => [countShown(), isHit(item.element())]).toEqual([2, true])
})

test('on a phone a message with several buttons has room for its words', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  showScreen(null)
  offerUndo('Submitted 98 articles for review. 2,535 were left as they were', () => {}, {
    label: 'Show which',
    run: () => {},
  })
  const text = region.getByText(/^Submitted 98 articles/)
  await expect.element(text).toBeVisible()
  expect(text.element().getBoundingClientRect().width).toBeGreaterThan(200)
  expect(text.element().scrollHeight).toBe(text.element().clientHeight)
  for (const name of ['Show which', 'Undo', 'Close message'])
    await expect.element(region.getByRole('button', { name })).toBeVisible()
})
