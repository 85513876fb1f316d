import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Invitation, OpenReset, Owned, User } from '#contract/users.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { UserListPage } from './user-list-page.tsx'

const person = (n: number, fields: Partial<User>): User => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  version: 1,
  email: `person-${n}@example.com`,
  name: `Person ${n}`,
  role: 'author',
  status: 'active',
  locale: 'en',
  timeZone: 'UTC',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  lastSignInAt: null,
  byline: null,
  secondStep: false,
  ...fields,
})
const me = person(1, { name: 'Ada Boss', role: 'administrator' })

const LINK = 'https://desk.example.org/register#invitation=the-secret'

/** A server with accounts and invitations, at the place where calls leave the browser. */
function openUsers({
  others = [] as User[],
  search = '',
  mailFolder = null as string | null,
  state = 'expired' as Invitation['state'],
  expiresAt = '2026-01-08T00:00:00.000Z',
  resets = [] as OpenReset[],
  link = LINK,
  bylines = [] as { id: string; displayName: string; jobTitle: string; uses: number; sameEmail: boolean }[],
} = {}) {
  let users = [me, ...others]
  let invitations: Invitation[] = [
    {
      id: '00000000-0000-7000-8000-0000000000a1',
      email: 'guest@example.com',
      role: 'editor',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt,
      state,
      invitedBy: { id: me.id, name: me.name },
    },
  ]
  const counts = { articles: 4, albums: 0, media: 2, ads: 1, views: 0, invitations: 0, previewLinks: 0 }
  const owned: Owned = { counts, scheduled: 1, inReview: 0, privateViews: 1, byline: null, sessions: 2 }
  const asked: string[] = []
  let sessions = ['1', '2'].map((n) => ({
    id: `session-${n}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2999-01-01T00:00:00.000Z',
    ip: `192.0.2.${n}`,
    userAgent: '',
    current: false,
  }))
  const sent: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    const [path = '', query] = String(config.url).split('?')
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (config.method !== 'get') asked.push(`${config.method} ${path}`)
    if (config.method === 'delete' && path.includes('/sessions')) {
      sessions = path.endsWith('/sessions') ? [] : sessions.filter(({ id }) => !path.endsWith(id))
      return answer(undefined, 204)
    }
    if (config.method === 'patch') {
      const change = JSON.parse(String(config.data)) as Partial<User>
      sent.push(change)
      const kept = users.find(({ id, role }) => path.endsWith(id) && role !== 'administrator')
      if (kept) {
        const changed = { ...kept, ...change, version: kept.version + 1 }
        users = users.map((user) => (user === kept ? changed : user))
        return answer(changed)
      }
      const response = answer({ code: 'illegal_transition', reasons: ['last_administrator'] }, 409) as AxiosResponse
      throw new AxiosError('refused', undefined, config, undefined, response)
    }
    if (config.method === 'delete') {
      users = users.filter(({ id }) => !path.endsWith(id))
      invitations = invitations.filter(({ id }) => !path.endsWith(id))
      return answer(undefined, 204)
    }
    if (path === '/api/session') return answer({ user: me, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (path === '/api/users/bylines') return answer({ items: bylines })
    if (path === '/api/users/password-resets') return answer({ items: resets, mailFolder })
    if (/[/-]link$/.test(path)) return answer({ url: link, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (path === '/api/users/invitations' && config.method === 'get') return answer({ items: invitations, mailFolder })
    if (path.endsWith('/hand-over') || path.endsWith('/remove')) {
      sent.push(JSON.parse(String(config.data)))
      if (path.endsWith('/remove')) users = users.filter(({ id }) => !path.includes(id))
      return answer({ counts: {}, undo: { id: 'step', until: '2999-01-01T00:00:00.000Z' } })
    }
    if (path.startsWith('/api/undo/')) return answer({ restored: 4, skipped: 0, left: [] })
    if (config.method === 'post') {
      sent.push(JSON.parse(String(config.data ?? '{}')))
      const replaced = state === 'open'
      return answer({
        id: me.id,
        email: 'guest@example.com',
        expiresAt: '2999-01-01T00:00:00.000Z',
        mailFolder,
        replaced,
      })
    }
    if (path.endsWith('/owned')) return answer(owned)
    if (path.endsWith('/sessions')) return answer({ items: sessions })
    const role = new URLSearchParams(query).get('role')
    const items = users.filter((user) => !role || user.role === role)
    return answer({ items, total: items.length, totalIsExact: true, page: 1, pageSize: 25 })
  }
  return {
    asked,
    sent,
    ...showScreen(
      <QueryClientProvider client={queryClient}>
        <UserListPage />
      </QueryClientProvider>,
      { search },
    ),
  }
}

beforeEach(() => queryClient.clear())

const menuOf = (name: string) => page.getByRole('button', { name: `Actions for “${name}”` })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

test('an invitation stays in sight, is sent again, and is revoked after a question', async () => {
  const { asked } = openUsers()
  await page.getByRole('link', { name: 'Invitations 1' }).click()
  const row = page.getByRole('row', { name: /guest@example.com/ })
  for (const text of ['Editor', 'Ada Boss', 'Expired']) await expect.element(row.getByText(text)).toBeVisible()
  await menuOf('guest@example.com').click()
  await item('Send again').click()
  await expect.element(page.getByText(/^Invitation sent again to guest@example.com/)).toBeVisible()
  await menuOf('guest@example.com').click()
  await item('Revoke').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('No open invitations')).toBeVisible()
  const invitation = '/api/users/invitations/00000000-0000-7000-8000-0000000000a1'
  expect(asked).toEqual([`post ${invitation}/resend`, `delete ${invitation}`])
})

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

test('the table of invitations begins where the title does', async () => {
  openUsers({ search: '?tab=invitations' })
  const title = page.getByRole('heading', { name: /Users/ })
  const column = page.getByText('E-mail address', { exact: true })
  await expect.element(column).toBeVisible()
  const { left } = column.element().getBoundingClientRect()
  const text = left + parseFloat(getComputedStyle(column.element()).paddingInlineStart)
  expect(text).toBe(title.element().getBoundingClientRect().left)
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

test('without a mail server the list says where mails are, and hands the link over', async () => {
  const { asked } = openUsers({ search: '?tab=invitations', mailFolder: '/srv/data/outbox', state: 'open' })
  await expect.element(page.getByRole('alert').getByText('/srv/data/outbox')).toBeVisible()
  await page.getByRole('button', { name: 'Copy link for guest@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link of the invitation' })
  await expect.element(dialog.getByText(/The link that guest@example.com has now stops working/)).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(LINK)
  expect(asked).toEqual(['post /api/users/invitations/00000000-0000-7000-8000-0000000000a1/link'])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await menuOf('guest@example.com').click()
  await item('Write the mail again').click()
  await expect.element(page.getByText(/^Invitation for guest@example.com written to a file/)).toBeVisible()
})

test('whoever invites without a mail server gets the link to copy at once', async () => {
  const { asked } = openUsers({ mailFolder: '/srv/data/outbox' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = page.getByRole('dialog', { name: 'Link of the invitation' })
  await expect.element(link.getByRole('textbox', { name: 'Link' })).toHaveValue(LINK)
  await expect
    .element(link.getByText(/^This link makes the account of .* It works once, until Jan 1, 2999/))
    .toBeVisible()
  await expect.element(link.getByText(/do not work any more/)).not.toBeInTheDocument()
  // The dialog gives the focus a moment after it is there.
  await new Promise((resolve) => void setTimeout(resolve, 100))
  await expect.element(link.getByRole('textbox', { name: 'Link' })).toHaveFocus()
  await expect.element(link.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(asked).toEqual(['post /api/users/invitations', `post /api/users/invitations/${me.id}/link`])
  await link.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('link', { name: 'Invitations 1' })).toHaveAttribute('aria-current', 'page')
})

test('whoever invites an address again is told that the earlier link ends, before and after', async () => {
  openUsers({ state: 'open' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  const address = dialog.getByRole('textbox', { name: 'E-mail address' })
  const note = dialog.getByText('This address has an open invitation. A new one ends its link.')
  await address.fill('other@example.com')
  await expect.element(note).not.toBeInTheDocument()
  await address.fill(' Guest@Example.com')
  await expect.element(note).toBeVisible()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect
    .element(page.getByText('Invitation sent again to guest@example.com; the link before does not work any more'))
    .toBeVisible()
})

test('an earlier invitation whose link has expired needs no word', async () => {
  openUsers({ state: 'expired' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com')
  await expect.element(dialog.getByText(/stops working/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect.element(page.getByText('Invitation sent to guest@example.com')).toBeVisible()
})

test('without a mail server the new link of an address that was invited before says that the earlier one ended', async () => {
  openUsers({ state: 'open', mailFolder: '/srv/data/outbox' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = page.getByRole('dialog', { name: 'Link of the invitation' })
  await expect.element(link.getByText(/Links issued before do not work any more/)).toBeVisible()
})

test('a link of a console that only this machine reaches says so, and what to set', async () => {
  const link = 'http://127.0.0.1:3000/register#invitation=the-secret'
  openUsers({ search: '?tab=invitations', state: 'open', link })
  await page.getByRole('button', { name: 'Copy link for guest@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link of the invitation' })
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  const note = dialog.getByRole('alert', { name: 'This link works on this machine only' })
  await expect.element(note.getByText(/http:\/\/127.0.0.1:3000, .* sets it as PUBLIC_URL/)).toBeVisible()
})

test('with a mail server nothing is said of files', async () => {
  openUsers({ search: '?tab=invitations', state: 'open' })
  await expect.element(page.getByRole('row', { name: /guest@example.com/ }).getByText('Open')).toBeVisible()
  await expect.element(page.getByText('Mails are not sent')).not.toBeInTheDocument()
})

test('an open invitation says when its link expires', async () => {
  openUsers({ search: '?tab=invitations', state: 'open', expiresAt: '2999-01-01T12:00:00.000Z' })
  await expect.element(page.getByRole('row', { name: /guest@example.com/ }).getByText(/^Jan 1, 2999/)).toBeVisible()
})

test('an invitation whose sender may not invite any more says so', async () => {
  openUsers({ search: '?tab=invitations', state: 'ended' })
  await expect.element(page.getByText('Ended: Ada Boss may not invite any more')).toBeVisible()
})

test('an open password reset gives a link to hand over', async () => {
  const reset = {
    id: '00000000-0000-7000-8000-0000000000b1',
    user: { id: me.id, name: 'Bo Forgetful' },
    email: 'bo@example.com',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2999-01-01T00:00:00.000Z',
  }
  const { asked } = openUsers({ resets: [reset] })
  await page.getByRole('link', { name: 'Password resets 1' }).click()
  await expect.element(page.getByRole('row', { name: /bo@example.com/ }).getByText(/2999/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy link for bo@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to set a new password' })
  await expect.element(dialog.getByText(/The link that bo@example.com has now stops working/)).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(asked).toEqual([`post /api/users/password-resets/${reset.id}/link`])
})

test('who asked when no one could help gets a link from the menu of the account', async () => {
  const bo = person(3, { name: 'Bo Late', email: 'bo@example.com' })
  const { asked } = openUsers({ others: [bo] })
  await page.getByRole('button', { name: 'Actions for “Ada Boss”' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Make a password link' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Actions for “Bo Late”' }).click()
  await page.getByRole('menuitem', { name: 'Make a password link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to set a new password' })
  await expect.element(dialog.getByText(/It works for 10 minutes/)).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(asked).toEqual([`post /api/users/${bo.id}/password-link`])
})

const profile = { id: '00000000-0000-7000-8000-0000000000c1', displayName: 'Spam Bot', jobTitle: '', uses: 3 }

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

test('an invitation proposes the profile with the same address, and the choice can be taken away', async () => {
  const { sent } = openUsers({ bylines: [{ ...profile, sameEmail: true }] })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com')
  await expect.element(dialog.getByRole('radio', { name: 'Spam Bot' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect.poll(() => sent).toEqual([{ email: 'guest@example.com', role: 'author', byline: profile.id }])
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
  await page.getByRole('option', { name: /Rita Next/ }).click()
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
