import type {} from '@vitest/browser-playwright'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { notifyDone } from '../notify.tsx'
import { type Dish, DishList } from '../testing/dish-list.tsx'
import { showScreen } from '../testing/show-screen.tsx'

const search = page.getByRole('searchbox', { name: 'Search dishes' })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^Select “${name}” `) })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name: `Select “${name}”` })
const focused = () => document.activeElement?.getAttribute('aria-label')

test('fast typing stays as typed, however late the address follows', async () => {
  const text = 'the quick brown fox jumps over the lazy dog'
  const { outside } = showScreen(<DishList />, { late: 130 })
  await userEvent.type(search, text.slice(0, 20))
  await userEvent.type(search, text.slice(20))
  await expect.element(search).toHaveValue(text)
  await expect.poll(() => new URLSearchParams(outside.address).get('q')).toBe(text)
  await expect.element(search).toHaveValue(text)
})

test('typing that goes on while earlier texts arrive as address is never reverted', async () => {
  const { outside, visits } = showScreen(<DishList />, { late: 400 })
  for (const [at, part] of ['soup ', 'with ', 'salt ', 'and ', 'rice'].entries()) {
    await userEvent.type(search, part)
    await expect.poll(() => visits.length).toBeGreaterThan(at)
  }
  await expect.poll(() => new URLSearchParams(outside.address).get('q')).toBe('soup with salt and rice')
  await expect.element(search).toHaveValue('soup with salt and rice')
})

test('nothing is searched for while a Chinese word is being composed', async () => {
  const { visits } = showScreen(<DishList />)
  await search.click()
  await cdp().send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
  const since = performance.now()
  await expect.poll(() => performance.now() - since, { timeout: 2000 }).toBeGreaterThan(600)
  expect(visits).toEqual([])
  await cdp().send('Input.insertText', { text: '你好' })
  await expect.poll(() => visits).toEqual(['?q=%E4%BD%A0%E5%A5%BD'])
  await expect.element(search).toHaveValue('你好')
})

test('the search follows when the address changes from outside, as on going back', async () => {
  const { outside } = showScreen(<DishList />, { search: '?q=Dish+7' })
  await expect.element(search).toHaveValue('Dish 7')
  outside.go('?q=Dish+5')
  await expect.element(search).toHaveValue('Dish 5')
  await expect.element(link('Dish 51')).toBeVisible()
})

test('what was typed is not lost when a column is sorted before the pause is over', async () => {
  const { outside } = showScreen(<DishList />)
  await userEvent.fill(search, 'Dish 1')
  await page.getByRole('button', { name: 'Price' }).click()
  expect(outside.address).toBe('?q=Dish+1&sort=-price')
  await expect.element(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
})

test('Shift chooses a range, and the bulk bar comes without moving a row', async () => {
  showScreen(<DishList />)
  const before = row('Dish 3').element().getBoundingClientRect().top
  await box('Dish 2').click()
  await box('Dish 5').click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 selected')).toBeVisible()
  expect(row('Dish 3').element().getBoundingClientRect().top).toBe(before)
  await expect.element(row('Dish 4')).toHaveAttribute('aria-selected', 'true')
  await expect.element(row('Dish 6')).toHaveAttribute('aria-selected', 'false')
  await page.getByRole('button', { name: 'Select all 60 that match' }).click()
  await expect.element(page.getByText('60 selected')).toBeVisible()
})

test('a row is light until it is used: what hover and focus show is made then', async () => {
  showScreen(<DishList />)
  const quick = page.getByRole('button', { name: 'Eat: Dish 2', exact: true })
  // Cells, box, link and menu. A list has up to a hundred rows, and the first screen is one.
  expect(row('Dish 2').element().querySelectorAll('*').length).toBeLessThanOrEqual(13)
  await expect.element(quick).not.toBeInTheDocument()
  await row('Dish 2').hover()
  await expect.element(quick).toBeVisible()
  await row('Dish 3').hover()
  await expect.element(quick).not.toBeInTheDocument()
  link('Dish 2').element().focus()
  await expect.element(quick).toBeVisible()
})

test('messages are above the ways to other pages, and no style of the page changes for it', async () => {
  showScreen(<DishList />)
  notifyDone('Eaten')
  const message = page.getByRole('region', { name: 'Messages (F8)' })
  await expect.element(message.getByText('Eaten')).toBeVisible()
  const footer = page.getByRole('navigation', { name: 'Pagination' }).element().getBoundingClientRect()
  await expect
    .poll(() => message.element().getBoundingClientRect().bottom)
    .toBeLessThan(window.innerHeight - footer.height)
  expect(document.documentElement.style.getPropertyValue('--list-footer-height')).toBe('')
})

test('a row that leaves the list after an action is not selected any more', async () => {
  showScreen(<DishList eatenLeaves />)
  await box('Dish 2').click()
  await box('Dish 4').click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await row('Dish 2').hover()
  await page.getByRole('button', { name: 'Eat: Dish 2', exact: true }).click()
  await expect.element(link('Dish 2')).not.toBeInTheDocument()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await expect.element(row('Dish 4')).toHaveAttribute('aria-selected', 'true')
})

test('when rows leave the list the focus goes to the row that takes their place', async () => {
  showScreen(<DishList eatenLeaves />)
  await userEvent.keyboard('jj')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(link('Dish 3')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await expect.element(link('Dish 3')).toHaveFocus()
})

test('after a dialog and its row are gone the focus goes to the next row, after the last row to the heading', async () => {
  const { outside } = showScreen(<DishList eatenLeaves asks />, { search: '?q=Dish+59' })
  outside.go('?q=Dish+5')
  for (let left = 11; left > 0; left--) {
    if (left === 11) await userEvent.keyboard('jj')
    const name = focused() ?? ''
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await page.getByRole('dialog').getByRole('button', { name: 'Eat it' }).click()
    await expect.element(link(name)).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.matches('[data-row-link], h1')).toBe(true)
  }
  await expect.element(page.getByRole('heading', { name: 'Dishes' })).toHaveFocus()
})

test('when a dialog is simply gone the focus goes back to what opened it', async () => {
  showScreen(<DishList drawsLots />)
  const button = page.getByRole('button', { name: 'Draw lots' })
  await userEvent.keyboard('jj')
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('dialog').getByRole('button', { name: 'Dish 7 it is' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a click on nothing leaves the focus nowhere, whatever happens in the list', async () => {
  const { outside } = showScreen(<DishList />)
  await userEvent.keyboard('jj')
  ;(document.activeElement as HTMLElement).blur()
  await page.getByRole('heading', { name: 'Dishes' }).click()
  outside.go('?page=2')
  await expect.element(link('Dish 26')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})

test('says that too many match to be changed at once, and what to do about it', async () => {
  showScreen(<DishList total={1234} />)
  await box('Dish 2').click()
  await expect.element(page.getByText('At most 500 at once; narrow the list to select all 1,234.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Select all 1,234/ })).not.toBeInTheDocument()
})

test('nothing can be selected while the rows are on their way', async () => {
  showScreen(<DishList loading />)
  await expect.element(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeDisabled()
})

test('a selection ends when something else matches', async () => {
  const { outside } = showScreen(<DishList />)
  await box('Dish 2').click()
  await expect.element(page.getByRole('button', { name: 'Cook' })).toBeVisible()
  outside.go('?page=2')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  outside.go('?warm=true')
  await expect.element(page.getByRole('button', { name: 'Cook' })).not.toBeInTheDocument()
})

test('with rows selected / leads to the search, too, and what is typed opens no row', async () => {
  const { visits } = showScreen(<DishList />)
  await userEvent.keyboard('jx')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await userEvent.keyboard('/feast')
  await expect.element(page.getByRole('searchbox', { name: 'Search dishes' })).toHaveValue('feast')
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
  expect(visits.filter((visit) => visit.startsWith('/'))).toEqual([])
})

test('the list works from the keyboard: / j k x X e', async () => {
  const { visits } = showScreen(<DishList />)
  await userEvent.keyboard('jjj')
  expect(focused()).toBe('Dish 3')
  await userEvent.keyboard('kx')
  await expect.element(row('Dish 2')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('jjX')
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await userEvent.keyboard('e')
  expect(visits).toEqual(['/dishes/d4'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('3 selected')).not.toBeInTheDocument()
  await userEvent.keyboard('/j')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('j')
})

test('back from an item, the focus is on its row and the selection is as it was', async () => {
  const { outside, visits } = showScreen(<DishList />)
  await box('Dish 4').click()
  await link('Dish 20').click()
  expect(visits).toEqual(['/dishes/d20'])
  outside.setHidden(true)
  await expect.element(link('Dish 20')).not.toBeInTheDocument()
  outside.setHidden(false)
  expect(focused()).toBe('Dish 20')
  await expect.element(row('Dish 4')).toHaveAttribute('aria-selected', 'true')
})

test('a hidden list hears no shortcuts and sends nothing', async () => {
  const { outside, visits } = showScreen(<DishList />)
  await userEvent.fill(search, 'Dish 3')
  outside.setHidden(true)
  await userEvent.keyboard('jx')
  const since = performance.now()
  await expect.poll(() => performance.now() - since, { timeout: 2000 }).toBeGreaterThan(500)
  expect(visits).toEqual([])
  outside.setHidden(false)
  await expect.element(search).toHaveValue('Dish 3')
  await expect.poll(() => visits).toEqual(['?q=Dish+3'])
})

test('the actions of a row can be reached by Tab once its name has the focus', async () => {
  const eaten: Dish[] = []
  showScreen(<DishList onEaten={(dish) => eaten.push(dish)} />)
  await userEvent.keyboard('jj')
  await userEvent.tab()
  expect(focused()).toBe('Eat: Dish 2')
  await userEvent.keyboard('{Enter}')
  expect(eaten.map(({ name }) => name)).toEqual(['Dish 2'])
  await userEvent.tab()
  expect(focused()).toBe('Actions for “Dish 2”')
  await userEvent.tab()
  expect(focused()).toBe('Select “Dish 3”')
})

test('columns can be hidden, and the address keeps it', async () => {
  const { outside } = showScreen(<DishList />)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Price' }).click()
  expect(outside.address).toBe('?columns=')
  await expect.element(page.getByRole('columnheader', { name: 'Price' })).not.toBeInTheDocument()
})

test('pages turn, and an inexact total says so', async () => {
  showScreen(<DishList total={1_234_567} exact={false} />)
  await expect.element(page.getByText('1–25 of about 1,200,000')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(link('Dish 26')).toBeVisible()
})

test('on a phone the rows are cards that fit, and still a table for assistive technology', async () => {
  await page.viewport(320, 700)
  showScreen(<DishList />)
  await expect.element(page.getByRole('table', { name: 'Dishes' })).toBeVisible()
  await expect.element(row('Dish 3')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 800)
})

test('on a phone a number is shown under the name together with what it counts', async () => {
  await page.viewport(320, 568)
  showScreen(<DishList />)
  const price = row('Dish 8').getByRole('cell').nth(2)
  await expect.element(price).toHaveTextContent('7')
  expect(getComputedStyle(price.element(), '::before').content).toContain('Price')
  await page.viewport(1280, 800)
})

test('on a phone the bar of the chosen rows is in sight when a row far down is chosen, and the rows stay where they are', async () => {
  await page.viewport(320, 568)
  onTestFinished(() => page.viewport(1280, 800))
  showScreen(<DishList onEaten={() => {}} />)
  const box = row('Dish 20').getByRole('checkbox')
  box.element().scrollIntoView({ block: 'center' })
  const topOf = () => Math.round(row('Dish 20').element().getBoundingClientRect().top)
  const before = topOf()
  await box.click()
  const bar = page.getByRole('group', { name: 'Selected rows' })
  await expect.element(bar.getByText('1 selected')).toBeInViewport()
  await expect.element(bar.getByRole('button', { name: 'Cook' })).toBeInViewport()
  expect(Math.abs(topOf() - before)).toBeLessThanOrEqual(1)
  const { top, left, width } = bar.element().getBoundingClientRect()
  expect(bar.element().contains(document.elementFromPoint(left + width - 8, top + 8))).toBe(true)
})

test('in a table wider than its place the name and the actions stay in sight, and a click on any cell opens the row', async () => {
  document.body.style.inlineSize = '420px'
  onTestFinished(() => void document.body.style.removeProperty('inline-size'))
  const { visits } = showScreen(<DishList onEaten={() => {}} />)
  const actions = row('Dish 3').getByRole('button', { name: 'Actions for “Dish 3”' })
  await expect.element(actions).toBeInTheDocument()
  const table = page.getByRole('table', { name: 'Dishes' }).element()
  const scroller = table.parentElement!
  await expect.poll(() => table.scrollWidth - scroller.clientWidth).toBeGreaterThan(10)
  const isHit = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return left < scroller.getBoundingClientRect().right && element.contains(hit)
  }
  await expect.poll(() => isHit(actions.element())).toBe(true)
  scroller.scrollLeft = 1_000
  await expect.poll(() => isHit(link('Dish 3').element())).toBe(true)
  await row('Dish 3').getByRole('cell').nth(2).click()
  expect(visits).toContain(new URL((link('Dish 3').element() as HTMLAnchorElement).href).pathname)
})

const bulkActions = [
  'Cook',
  'Salt slowly',
  'Serve with bread',
  'Send to the neighbours',
  'Keep for tomorrow',
  'Give to the dog',
]

/** Buttons of the bar that are not wholly inside it, or whose text is. */
function cutIn(bar: Element): string[] {
  const edge = bar.getBoundingClientRect()
  const isCut = (button: Element) => {
    const own = button.getBoundingClientRect()
    const inside = own.left >= edge.left && own.right <= edge.right && own.top >= edge.top && own.bottom <= edge.bottom
    const texts = [button, ...button.querySelectorAll('*')]
    return !inside || texts.some((part) => part.scrollWidth > Math.ceil(part.getBoundingClientRect().width))
  }
  return [...bar.querySelectorAll('button')].filter(isCut).map(({ innerText }) => innerText)
}

for (const width of [320, 390, 700, 1134])
  test(`at ${width} pixels each action for chosen rows is a whole button or an item of “More”`, async () => {
    await page.viewport(width, 700)
    onTestFinished(() => page.viewport(1280, 800))
    const done: string[] = []
    showScreen(<DishList bulkActions={bulkActions} onBulk={(label) => done.push(label)} total={60} />)
    await box('Dish 1').click()
    const bar = page.getByRole('group', { name: 'Selected rows' })
    await expect.element(bar.getByRole('button', { name: 'Select all 60 that match' })).toBeVisible()
    await expect.poll(() => cutIn(bar.element())).toEqual([])
    for (const label of bulkActions) {
      const button = bar.getByRole('button', { name: label })
      if (button.query()) await button.click()
      else {
        await bar.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: label }).click()
      }
      await expect.poll(() => done.at(-1)).toBe(label)
    }
    expect(bar.getByRole('button', { name: 'More' }).query() === null).toBe(width === 1134)
  })
