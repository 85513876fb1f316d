import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../api/query-client.ts'
import { LINK, item, me, menuOf, openUsers, person, profile } from './testing/user-screen.tsx'

beforeEach(() => queryClient.clear())

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

test('the table of invitations begins where the title does', async () => {
  openUsers({ search: '?tab=invitations' })
  const title = page.getByRole('heading', { name: /Users/ })
  const column = page.getByText('E-mail address', { exact: true })
  await expect.element(column).toBeVisible()
  const { left } = column.element().getBoundingClientRect()
  const text = left + parseFloat(getComputedStyle(column.element()).paddingInlineStart)
  expect(text).toBe(title.element().getBoundingClientRect().left)
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

test('an invitation proposes the profile with the same address, and the choice can be taken away', async () => {
  const { sent } = openUsers({ bylines: [{ ...profile, sameEmail: true }] })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com')
  await expect.element(dialog.getByRole('radio', { name: 'Spam Bot' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect.poll(() => sent).toEqual([{ email: 'guest@example.com', role: 'author', byline: profile.id }])
})
