import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { item, me, menuOf, openUsers, person, profile } from './testing/user-screen.tsx'

beforeEach(() => queryClient.clear())

test('on a phone a name is whole, and what is on, off or never is said', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openUsers()
  const row = page.getByRole('row', { name: /Ada Boss/ })
  await expect.element(row.getByText('person-1@example.com')).toBeVisible()
  const [name, email] = [row.getByText('Ada Boss'), row.getByText('person-1@example.com')].map((text) =>
    text.element().getBoundingClientRect(),
  )
  expect(email!.top).toBeGreaterThanOrEqual(name!.bottom - 1)
  expect(getComputedStyle(row.getByText('Ada Boss').element()).fontSize).toBe('14px')
  for (const label of ['Two-step sign-in', 'Last sign-in']) {
    const cells = row.getByRole('cell').elements()
    expect(cells.some((cell) => getComputedStyle(cell, '::before').content.includes(label))).toBe(true)
  }
})

test('accounts, invitations and password resets are one line of tabs on a phone, each with its address, as in other lists', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openUsers({ resets: [] })
  const tab = (name: RegExp) => page.getByRole('link', { name })
  await expect.element(tab(/Accounts/)).toHaveAttribute('aria-current', 'page')
  const topOf = (name: RegExp) => tab(name).element().getBoundingClientRect().top
  expect(topOf(/Password resets/)).toBe(topOf(/Accounts/))
  await expect.element(tab(/Invitations/)).toHaveAttribute('href', '?tab=invitations')
})

test('the number beside the title says what it counts', async () => {
  openUsers({ search: '?tab=invitations' })
  await expect.element(page.getByText('1 invitation', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Password resets/ }).click()
  await expect.element(page.getByText('0 password resets', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 invitation', { exact: true })).not.toBeInTheDocument()
})

test('a registration that waits can be rejected', async () => {
  const { asked } = openUsers({ others: [person(2, { name: 'Spam Bot', status: 'pending' })] })
  await menuOf('Spam Bot').click()
  await item('Reject').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect.element(menuOf('Spam Bot')).not.toBeInTheDocument()
  expect(asked).toEqual(['delete /api/users/00000000-0000-7000-8000-000000000002'])
})

test('the only administrator is told why they can be neither suspended nor demoted', async () => {
  const { asked } = openUsers({ others: [person(2, {})] })
  await menuOf('Ada Boss').click()
  const suspend = item(/^Suspend This is the only administrator\./)
  await expect.element(suspend).toHaveAttribute('aria-disabled', 'true')
  await suspend.click({ force: true })
  expect(asked).toEqual([])
})

test('one of several administrators does not suspend themselves, and the dialog says so too', async () => {
  openUsers({ others: [person(2, { role: 'administrator' })], search: `?user=${me.id}` })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^This is your own account/)).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'Viewer' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Change the role' })).toBeDisabled()
})

test('who was suspended by a slip is let in again by Undo', async () => {
  const { sent } = openUsers({ others: [person(2, { name: 'Bob', version: 3 })] })
  await menuOf('Bob').click()
  await item('Suspend').click()
  await expect.element(page.getByText('Bob is suspended and signed out everywhere')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Bob can sign in again')).toBeVisible()
  expect(sent).toEqual([
    { version: 3, status: 'suspended' },
    { version: 4, status: 'active' },
  ])
})

test('a refusal of the server names its rule', async () => {
  openUsers({ others: [person(2, { name: 'Bob', role: 'administrator' })] })
  await menuOf('Bob').click()
  await item('Suspend').click()
  await expect.element(page.getByText(/^This is the only administrator/)).toBeVisible()
})

test('who is approved to write gets a byline: a new one, unless the address says that it is an old one', async () => {
  const pending = person(2, { name: 'Spam Bot', status: 'pending', role: 'viewer' })
  const { sent } = openUsers({
    others: [pending],
    bylines: [{ ...profile, sameEmail: false }],
    search: `?user=${pending.id}`,
  })
  const dialog = page.getByRole('dialog', { name: 'Spam Bot' })
  await expect.element(dialog.getByRole('checkbox', { name: 'Give this person a byline' })).not.toBeInTheDocument()
  await dialog.getByRole('radio', { name: 'Author' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: 'Give this person a byline' })).toBeChecked()
  await expect.element(dialog.getByRole('radio', { name: 'A new profile' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => sent).toEqual([{ version: 1, role: 'author', status: 'active', byline: 'new' }])
})

test('what someone owns is handed over to another account, as far as its role may own it, and undone', async () => {
  const [bo, rita] = [
    person(2, { name: 'Bo Leaver', role: 'editor' }),
    person(3, { name: 'Rita Next', role: 'author' }),
  ]
  const { asked, sent } = openUsers({ others: [bo, rita] })
  await menuOf('Bo Leaver').click()
  await item('Hand over').click()
  const dialog = page.getByRole('dialog', { name: 'Hand over what Bo Leaver owns' })
  await expect.element(dialog.getByText('1 scheduled; they stay so')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Hand over' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill('Rita')
  // Of two with one name, and before one is chosen who may own nothing of it.
  await page.getByRole('option', { name: /Rita Next.*Author · / }).click()
  const ads = dialog.getByRole('checkbox', { name: '1 ad' })
  await expect.element(ads).toBeDisabled()
  await expect.element(ads).not.toBeChecked()
  await expect.element(dialog.getByText('Not possible for the role Author')).toBeVisible()
  await dialog.getByRole('checkbox', { name: '2 media files' }).click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(page.getByText('Handed over to Rita Next')).toBeVisible()
  expect(sent).toEqual([{ to: rita.id, kinds: ['articles'] }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => asked.at(-1)).toBe('post /api/undo/step')
})

test('a hand-over that takes long says so', async () => {
  openUsers({
    others: [person(2, { name: 'Bo Leaver', role: 'editor' }), person(3, { name: 'Rita Next', role: 'editor' })],
  })
  const answers = httpClient.defaults.adapter as (config: object) => Promise<never>
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'post' && config.url?.endsWith('/hand-over')) await gate
    return answers(config)
  }
  await menuOf('Bo Leaver').click()
  await item('Hand over').click()
  const dialog = page.getByRole('dialog', { name: 'Hand over what Bo Leaver owns' })
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill('Rita')
  await page.getByRole('option', { name: /Rita Next/ }).click()
  await expect.element(dialog.getByText(/takes some minutes/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(dialog.getByText(/takes some minutes/)).toBeVisible()
  answer()
  await expect.element(page.getByText('Handed over to Rita Next')).toBeVisible()
})

test('removing an account says what goes with it; without a receiver what it owns stays', async () => {
  const bo = person(2, { name: 'Bo Leaver', role: 'editor' })
  const { sent } = openUsers({ others: [bo] })
  await menuOf('Bo Leaver').click()
  await item('Remove').click()
  const dialog = page.getByRole('dialog', { name: 'Remove Bo Leaver?' })
  await expect.element(dialog.getByText(/This cannot be undone/)).toBeVisible()
  await expect.element(dialog.getByText('1 own view is deleted.')).toBeVisible()
  await expect.element(dialog.getByText('2 sessions end now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Bo Leaver is removed')).toBeVisible()
  expect(sent).toEqual([{ version: 1 }])
  await expect.element(menuOf('Bo Leaver')).not.toBeInTheDocument()
})

test('the only administrator is told why they cannot be removed', async () => {
  openUsers({ others: [person(2, {})] })
  await menuOf('Ada Boss').click()
  await expect.element(item(/^Remove This is the only administrator\./)).toHaveAttribute('aria-disabled', 'true')
})

test('one session of someone else is ended, then all of them', async () => {
  const { asked } = openUsers({ others: [person(2, { name: 'Bo' })] })
  await menuOf('Bo').click()
  await item('Sessions').click()
  const dialog = page.getByRole('dialog', { name: 'Sessions of Bo' })
  await dialog.getByRole('button', { name: 'End the session of Unknown browser, 192.0.2.1' }).click()
  await expect.element(dialog.getByText(/192\.0\.2\.1/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await expect.element(dialog.getByText('Bo is not signed in anywhere.')).toBeVisible()
  const path = 'delete /api/users/00000000-0000-7000-8000-000000000002/sessions'
  expect(asked).toEqual([`${path}/session-1`, path])
})
