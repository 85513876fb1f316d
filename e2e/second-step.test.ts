import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { DESK, expectAccessible, PHONE } from './support/accessibility.ts'
import { screenIsThere, signInByForm, storedToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Browsers offer passkeys at localhost, and not at an address of numbers.
test.use({
  serverNamed: 'second-step',
  baseURL: async ({ server }, give) => give(server.url.replace('127.0.0.1', 'localhost')),
})
test.describe.configure({ mode: 'serial' })

/** A code is taken once. Both are taken, also where 30 seconds end before they arrive. */
const [NOW, NEXT] = [0, 1]
/** The code that an app shows so many times 30 seconds from now. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

/** As `expectAccessible`; the window ends up wide again. */
const expectUsable = (page: Page, where: string) => expectAccessible(page, where, [PHONE, DESK])

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
}

/** A security key in software that answers by itself and checks its owner. */
async function plugInPasskeys(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an author sets up an authenticator app, signs in with its codes, and with a recovery code without it', async ({
  page,
  desk,
}) => {
  const author = await desk.person('author')
  await page.goto('/login?next=/jCore/profile')
  await signInByForm(page, author)
  await screenIsThere(page, 'Profile')
  await section(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('password is not right')
  await dialog.getByLabel('Your password', { exact: true }).fill(author.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code of the app' })).toBeFocused()
  await expectUsable(page, 'the QR code')
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This code does not work.')
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(secret, NOW))
  await page.keyboard.press('Enter')

  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  const items = saved.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await expectUsable(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await saved.getByRole('button', { name: 'Download as a file' }).click()
  expect((await download).suggestedFilename()).toBe('copydesk-recovery-codes.txt')
  await saved.getByRole('button', { name: 'I saved them' }).click()
  await expect(section(page).getByText('10 of 10 are left')).toBeVisible()
  await expectUsable(page, 'the profile with an app')

  await signOut(page)
  await signInByForm(page, author)
  const field = page.getByRole('textbox', { name: 'Code of the app' })
  await expect(field).toBeFocused()
  expect(await storedToken(page), 'the password alone stores no token').toBeNull()
  await expectUsable(page, 'the second step')
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code does not work.')).toBeVisible()
  await field.fill(codeOf(secret, NEXT))
  await page.keyboard.press('Enter')
  await screenIsThere(page, 'Articles')

  await signOut(page)
  await signInByForm(page, author)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await screenIsThere(page, 'Articles')
})

test('an editor whose role requires it from now on makes a passkey over the screen, uses it, and an administrator removes it', async ({
  page,
  desk,
}) => {
  const editor = await desk.person('editor')
  await plugInPasskeys(page)
  await page.goto('/login')
  await signInByForm(page, editor)
  await screenIsThere(page, 'Articles')
  await desk.api('PATCH', '/api/settings', { secondStep: { roles: ['editor'] } })
  await page.getByRole('link', { name: 'Authors' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toContainText('Your role needs two-step sign-in now.')
  await again.getByLabel('Password', { exact: true }).fill(editor.password)
  await page.keyboard.press('Enter')
  await expect(again.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await expectUsable(page, 'the enrolment over the screen')
  await again.getByRole('button', { name: 'Use a passkey' }).click()
  await again.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work laptop')
  await again.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(again.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await again.getByRole('button', { name: 'I saved them' }).click()
  await expect(again).toBeHidden()
  await screenIsThere(page, 'Authors')

  await signOut(page)
  await signInByForm(page, editor)
  const passkey = page.getByRole('button', { name: 'Use a passkey' })
  await expect(passkey).toBeFocused()
  await page.keyboard.press('Enter')
  await screenIsThere(page, 'Articles')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await screenIsThere(page, 'Articles')

  await desk.endSession((await storedToken(page)) ?? '')
  await page.getByRole('link', { name: 'Authors' }).click()
  await expect(again).toContainText('Your session has ended.')
  await again.getByLabel('Password', { exact: true }).fill(editor.password)
  await page.keyboard.press('Enter')
  await again.getByRole('button', { name: 'Use a passkey' }).click()
  await screenIsThere(page, 'Authors')
  await expect(again).toBeHidden()
  await page.goto('/jCore/profile')
  await expect(section(page).getByText('Work laptop')).toBeVisible()
  await expect(section(page).getByText('Your role requires it')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Remove Work laptop' }), 'the last one stays').toHaveCount(0)
  await signOut(page)

  await signInByForm(page, await desk.person('administrator'))
  await screenIsThere(page, 'Articles')
  await page.goto('/jCore/users?secondStep=true')
  const row = page.getByRole('row', { name: /editor@example\.org/ })
  await expect(row).toContainText('On')
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Remove two-step sign-in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Removed the two-step sign-in of Edith Marlow')).toBeVisible()
  expect(await desk.mailedPath(editor.email, /two-step sign-in was removed/)).toBe('/login')
  await signOut(page)
  await signInByForm(page, editor)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('an invited person sets up an app before anything else, and a sign-in in two steps stays on this site', async ({
  page,
  desk,
}) => {
  const guest = { email: 'guest@example.org', password: 'a passphrase of the guest' }
  await desk.api('POST', '/api/users/invitations', { email: guest.email, role: 'editor' })
  await page.goto(await desk.mailedPath(guest.email, /invites you/))
  await page.getByRole('textbox', { name: 'Name' }).fill('Guest')
  await page.getByLabel('Password', { exact: true }).fill(guest.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  expect(await storedToken(page), 'the account alone opens nothing').toBeNull()
  await expectUsable(page, 'the enrolment')
  await page.goto('/jCore/users')
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true }), 'no way round it').toBeVisible()
  await signInByForm(page, guest)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(secret, NOW))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('button', { name: /^Me/ })).toBeVisible()
  await signOut(page)

  await page.goto('/login?next=//evil.example/x')
  await signInByForm(page, guest)
  await page.getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(secret, NEXT))
  await page.keyboard.press('Enter')
  await screenIsThere(page, 'Articles')
})
