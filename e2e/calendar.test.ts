import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { tabTo } from './support/keyboard.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { titleOf } from './support/writing.ts'

// A month that is empty but for what these journeys plan.
test.use({ serverNamed: 'calendar' })

const dayOf = (page: Page, name: string) =>
  page.getByRole('gridcell').filter({ has: page.getByRole('heading', { name: new RegExp(`\\b${name}`) }) })
const cellOf = (page: Page, name: string) => dayOf(page, name).getByRole('group')
const on = (page: Page, name: string, title: string) => dayOf(page, name).getByRole('link', { name: title })
const undated = (page: Page) => page.getByRole('region', { name: 'Without a date' })
const message = (page: Page) => page.getByRole('region', { name: /Messages/ })
const stored = (desk: Desk, { id }: { id: string }) => desk.api<Article>('GET', `/api/articles/${id}`)
const openMenu = (page: Page, title: string) =>
  page.getByRole('button', { name: `Actions for “${title}”` }).press('Enter')

async function schedule(desk: Desk, title: string, publishAt: string, more: Partial<Article> = {}) {
  const { id, version } = await desk.createArticle({ title, ...more })
  return desk.api('POST', `/api/articles/${id}/schedule`, { version, publishAt })
}
async function open(page: Page, search: string) {
  await page.goto(`/jCore/calendar${search}`)
  await screenIsThere(page, 'Calendar')
}

test('a scheduled article is dragged to another day, keeps its time of day, and Undo brings it home', async ({
  page,
  desk,
}) => {
  const article = await schedule(desk, 'Dragged along', '2190-04-05T08:00:00Z')
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-04-01')
  await expect(page.getByRole('heading', { level: 2, name: 'April 2190' })).toBeVisible()
  await expect(on(page, '5 April', 'Dragged along')).toContainText('Scheduled')
  await on(page, '5 April', 'Dragged along').dragTo(dayOf(page, '7 April'))
  await expect(on(page, '7 April', 'Dragged along')).toBeVisible()
  await expect(message(page)).toContainText('“Dragged along” is scheduled: Wed, 7 Apr 2190')
  expect(await stored(desk, article)).toMatchObject({ status: 'scheduled', publishAt: '2190-04-07T08:00:00.000Z' })
  await message(page).getByRole('button', { name: 'Undo' }).click()
  await expect(on(page, '5 April', 'Dragged along')).toBeVisible()
  expect((await stored(desk, article)).publishAt).toBe('2190-04-05T08:00:00.000Z')
})

test('what someone else changed meanwhile is told and not overwritten; the article is where it was', async ({
  page,
  desk,
}) => {
  const { id, version } = await schedule(desk, 'Changed by others', '2190-05-05T08:00:00Z')
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-05-01')
  await expect(on(page, '5 May', 'Changed by others')).toBeVisible()
  await desk.api('POST', `/api/articles/${id}/schedule`, { version, publishAt: '2190-05-11T09:00:00Z' })
  await on(page, '5 May', 'Changed by others').dragTo(dayOf(page, '7 May'))
  const sentence = 'ada changed this in the meantime. Nothing was overwritten; check it again.'
  await expect(on(page, '11 May', 'Changed by others')).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(1)
  await expect(on(page, '7 May', 'Changed by others')).toHaveCount(0)
  expect((await stored(desk, { id })).publishAt).toBe('2190-05-11T09:00:00.000Z')
})

test('by keyboard alone an article gets another day, typed or by a key, and a time that is over is refused', async ({
  page,
  desk,
}) => {
  const article = await schedule(desk, 'By keyboard', '2190-06-05T08:00:00Z')
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-06-01')
  await expect(on(page, '5 June', 'By keyboard')).toBeVisible()
  await tabTo(page, cellOf(page, '1 June'))
  for (let days = 0; days < 4; days++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(on(page, '5 June', 'By keyboard')).toBeFocused()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Change the time of “By keyboard”' })
  const field = dialog.getByRole('textbox', { name: 'Publish at' })
  await expect(field).toBeFocused()
  await field.fill('2020-01-01 10:00')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
  await field.fill('2190-06-09 10:00')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(on(page, '9 June', 'By keyboard')).toContainText('10:00')
  await expect(on(page, '9 June', 'By keyboard')).toBeFocused()
  expect((await stored(desk, article)).publishAt).toMatch(/^2190-06-(08|09)T/)
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name: 'July 2190' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 2, name: 'June 2190' })).toBeVisible()
})

test('the days are one stop of the Tab key: arrows go to days and articles, a key opens the menu, and the focus is never lost', async ({
  page,
  desk,
}) => {
  const article = await schedule(desk, 'Moved by keys', '2190-12-08T08:00:00Z')
  await schedule(desk, 'Later that day', '2190-12-08T10:00:00Z')
  await schedule(desk, 'In the new year', '2191-01-08T10:00:00Z')
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-12-01')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const link = (title: string) => page.getByRole('link', { name: title })
  await expect(link('Moved by keys')).toBeVisible()
  await tabTo(page, cellOf(page, '1 December'))
  await expect(page.getByRole('grid', { name: 'December 2190' })).toHaveAccessibleDescription(/Arrow keys go from day/)
  await press('Tab')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0)
  await press('Shift+Tab')
  await expect(cellOf(page, '1 December')).toBeFocused()
  await press('ArrowDown')
  await expect(cellOf(page, '8 December')).toBeFocused()
  await expect(cellOf(page, '8 December')).toHaveAccessibleName(/8 December 2190, 2 articles$/)
  await press('Home')
  await expect(cellOf(page, '6 December')).toBeFocused()
  await press('End')
  await expect(cellOf(page, '12 December')).toBeFocused()
  await press('Home', 'ArrowRight', 'ArrowRight', 'Enter')
  await expect(link('Moved by keys')).toBeFocused()
  await press('ArrowDown')
  await expect(link('Later that day')).toBeFocused()
  await press('ArrowUp', 'Escape')
  await expect(cellOf(page, '8 December')).toBeFocused()
  await press('PageDown')
  await expect(page.getByRole('heading', { level: 2, name: 'January 2191' })).toBeVisible()
  await expect(cellOf(page, '8 January')).toBeFocused()
  await press('PageUp')
  await expect(cellOf(page, '8 December')).toBeFocused()
  await press('Enter', 'Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await press('ArrowDown', 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Change the time of “Moved by keys”' })
  await expect(dialog.getByRole('textbox', { name: 'Publish at' })).toBeFocused()
  await press('Control+a')
  await page.keyboard.type('2190-12-16 08:00')
  await press('Enter')
  await expect(on(page, '16 December', 'Moved by keys')).toBeFocused()
  expect((await stored(desk, article)).publishAt).toBe('2190-12-16T08:00:00.000Z')
  await press('F8', 'Enter')
  await expect(on(page, '8 December', 'Moved by keys')).toBeFocused()
  await press('j')
  await expect(link('In the new year')).toBeVisible()
  await expect(cellOf(page, '1 January')).toBeFocused()
  await press('ArrowDown', 'Enter')
  await expect(link('In the new year')).toBeFocused()
  await press('ContextMenu')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await press('Escape')
  await expect(link('In the new year')).toBeFocused()
  await press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('The first or last day of the weekHomeEnd')
  await expect(help).toContainText('Menu of the articleShiftF10')
})

test('a day that is over refuses a draft and says so; what is published does not move', async ({ page, desk }) => {
  const draft = await desk.createArticle({ title: 'Of long ago', publishAt: '2011-04-05T08:00:00Z' })
  await desk.createArticle({ title: 'Published then', publishAt: '2011-04-06T08:00:00Z', status: 'published' })
  await signIn(page, desk, 'editor')
  await open(page, '?day=2011-04-01')
  await on(page, '5 April', 'Of long ago').dragTo(dayOf(page, '7 April'))
  const sentence = '“Of long ago” is not moved: 7 April 2011 is over.'
  const reason = dayOf(page, '5 April').getByText(sentence)
  await expect(reason).toBeVisible()
  await expect(on(page, '5 April', 'Of long ago')).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(1)
  await expect(message(page).getByText('is not moved')).toHaveCount(0)
  await expectNoAxeFindings(page, 'refused')
  await page.keyboard.press('Escape')
  await expect(reason).toHaveCount(0)
  expect((await stored(desk, draft)).publishAt).toBe('2011-04-05T08:00:00.000Z')
  await openMenu(page, 'Published then')
  await expect(page.getByRole('menuitem', { name: /Move to…/ })).toContainText('It is published: its date stays.')
})

test('an author puts a draft on a day, takes the date away again, and cannot move what is scheduled', async ({
  page,
  desk,
}) => {
  const token = await signIn(page, desk, 'author')
  const draft = await desk.api('POST', '/api/articles', { title: 'Own idea' }, token)
  const planned = await desk.api('POST', '/api/articles', { title: 'Own and scheduled', body: '<p>Text.</p>' }, token)
  const { authors, primaryCategory } = await desk.createArticle()
  const ready = await desk.api('PATCH', `/api/articles/${planned.id}`, {
    version: planned.version,
    authors,
    primaryCategory,
  })
  await desk.api('POST', `/api/articles/${planned.id}/schedule`, {
    version: ready.version,
    publishAt: '2190-08-03T08:00:00Z',
  })
  await open(page, '?day=2190-08-01')
  await undated(page).getByRole('link', { name: 'Own idea' }).dragTo(dayOf(page, '5 August'))
  await expect(on(page, '5 August', 'Own idea')).toContainText('Draft')
  await expect(undated(page).getByRole('link', { name: 'Own idea' })).toHaveCount(0)
  await expect(message(page)).toContainText('“Own idea” is planned for Thu, 5 Aug 2190')
  expect((await stored(desk, draft)).publishAt).not.toBeNull()
  await openMenu(page, 'Own idea')
  await page.getByRole('menuitem', { name: 'Remove the date' }).click()
  await expect(undated(page).getByRole('link', { name: 'Own idea' })).toBeVisible()
  await expect(message(page)).toContainText('“Own idea” has no date now')
  expect((await stored(desk, draft)).publishAt).toBeNull()
  await openMenu(page, 'Own and scheduled')
  await expect(page.getByRole('menuitem', { name: /Move to…/ })).toContainText('Only those who publish')
})

test('a new article that is started on a day is planned for it', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-09-01')
  await page.getByRole('button', { name: /New article on .*\b4 September/ }).press('Enter')
  await titleOf(page).fill('Started on a day')
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)
  await open(page, '?day=2190-09-01')
  await expect(on(page, '4 September', 'Started on a day')).toContainText(/09:00.*Draft/)
})

test('a scheduled article leads to its day in the calendar, from the list and from its editor', async ({
  page,
  desk,
}) => {
  const { id } = await schedule(desk, 'Where is it planned', '2191-03-05T08:00:00Z')
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/article?status=scheduled&q=Where+is+it+planned')
  await screenIsThere(page, 'Articles')
  await page
    .getByRole('row', { name: /Where is it planned/ })
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Show in the calendar' }).click()
  await expect(page).toHaveURL('/jCore/calendar?day=2191-03-05')
  await expect(on(page, '5 March', 'Where is it planned')).toBeVisible()
  await page.goto(`/jCore/article/${id}`)
  await page.getByRole('link', { name: 'Show in the calendar' }).click()
  await expect(page).toHaveURL('/jCore/calendar?day=2191-03-05')
})

test('view, month and filters are in the address: a reload and Back keep them', async ({ page, desk }) => {
  await schedule(desk, 'Address one', '2190-10-05T08:00:00Z')
  for (let n = 1; n <= 4; n++) await desk.createArticle({ title: `Crowd ${n}`, publishAt: `2190-10-12T0${n}:00:00Z` })
  await signIn(page, desk, 'editor')
  await open(page, '?day=2190-10-01')
  await expect(on(page, '5 October', 'Address one')).toBeVisible()
  await dayOf(page, '12 October').getByRole('link', { name: '1 more on' }).click()
  await expect(page).toHaveURL('/jCore/calendar?view=day&day=2190-10-12')
  await expect(page.getByRole('link', { name: 'Crowd 4' })).toBeVisible()
  await page.goBack()
  await expect(on(page, '5 October', 'Address one')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('button', { name: 'Scheduled' }).click()
  await expect(page).toHaveURL('/jCore/calendar?status=scheduled&day=2190-10-01')
  await expect(page.getByRole('link', { name: 'Crowd 1' })).toHaveCount(0)
  await page.getByText('Week', { exact: true }).click()
  await expect(page).toHaveURL('/jCore/calendar?status=scheduled&view=week&day=2190-10-01')
  await page.reload()
  await screenIsThere(page, 'Calendar')
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByRole('link', { name: 'Address one' })).toBeVisible()
})

test('“more” shows the whole day, and “Show as a list” has the articles that the calendar has there', async ({
  page,
  desk,
}) => {
  const day = '2191-10-12'
  await schedule(desk, 'Goes out', `${day}T08:00:00Z`)
  for (const [hour, title] of ['One', 'Two', 'Three'].entries())
    await desk.createArticle({ title: `Planned ${title}`, publishAt: `${day}T1${hour}:00:00Z` })
  await desk.createArticle({ title: 'Reviewed', publishAt: `${day}T14:00:00Z`, status: 'in_review' })
  await desk.createArticle({ title: 'In the trash', publishAt: `${day}T15:00:00Z`, status: 'trashed' })
  await desk.createArticle({ title: 'Two days later', publishAt: '2191-10-14T09:00:00Z' })
  await signIn(page, desk, 'editor')
  await open(page, '?day=2191-10-01')
  await expect(dayOf(page, '12 October').getByRole('listitem')).toHaveCount(3)
  const more = dayOf(page, '12 October').getByRole('link', { name: '2 more on' })
  await expect(more).toHaveText('+ 2 more')
  await more.click()
  await expect(page).toHaveURL(`/jCore/calendar?view=day&day=${day}`)
  await expect(dayOf(page, '12 October').getByRole('listitem')).toHaveCount(5)
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await screenIsThere(page, 'Articles')
  const titles = () => page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select “/ }) })
  const chip = page.getByRole('button', { name: /^In the calendar/ })
  const all = [/Goes out/, /Planned One/, /Planned Two/, /Planned Three/, /Reviewed/]
  await expect(titles()).toHaveText(all)
  await expect(chip).toContainText('12 Oct 2191')
  await expectAccessible(page, 'list of a day of the calendar')
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('The twelfth')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(tabs.getByRole('link', { name: 'The twelfth' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Remove the filter In the calendar' }).click()
  await expect(chip).toHaveCount(0)
  await tabs.getByRole('link', { name: 'The twelfth' }).click()
  await expect(titles()).toHaveText(all)

  await open(page, '?day=2191-10-01')
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await screenIsThere(page, 'Articles')
  await expect(titles()).toHaveText([...all, /Two days later/])
  await expect(chip).toContainText('26 Sept 2191 – 6 Nov 2191')
})

test('the calendar is accessible in all views, and a list of days on a phone', async ({ page, desk }) => {
  const long =
    'A title that is much longer than any column of a month is wide, and goes on for a second line and a third'
  await schedule(desk, long, '2190-11-05T08:00:00Z')
  await desk.createArticle({ title: 'Short', publishAt: '2190-11-05T09:00:00Z' })
  await signIn(page, desk, 'editor')
  for (const search of ['?day=2190-11-01', '?view=week&day=2190-11-05', '?view=day&day=2190-11-05']) {
    await open(page, search)
    await expect(page.getByRole('link', { name: 'Short' })).toBeVisible()
    await expectAccessible(page, `calendar ${search}`)
  }
})
