import { AxiosError, type AxiosResponse } from 'axios'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profileEndpoints, sessionEndpoints } from '#contract/session.ts'
import { call } from '../../api/call.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken, storeToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { rememberMe } from './session-api.ts'
import { SignInAgain } from './sign-in-again.tsx'

const ada = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@example.org',
  role: 'editor',
  locale: 'en',
  timeZone: 'UTC',
} as const

const ended = { type: 'about:blank', title: '', status: 401, code: 'not_signed_in', requestId: 'r' }

/** A screen where someone writes; every call after `endSession` says 401 until they have signed in again. */
function openWriting() {
  let hasEnded = true
  const visits: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (status: number, data: unknown): AxiosResponse => ({
      data,
      status,
      statusText: '',
      headers: {},
      config,
    })
    if (config.url === '/api/session' && config.method === 'post') {
      hasEnded = false
      return answer(201, { token: 'new', user: ada, expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    }
    if (!hasEnded) return answer(200, [])
    throw new AxiosError('refused', undefined, config, undefined, answer(401, ended))
  }
  rememberMe(ada as unknown as Parameters<typeof rememberMe>[0])
  storeToken('old')
  function Writing() {
    const [text, setText] = useState('')
    return (
      <>
        <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
        <button type="button">Save</button>
        <SignInAgain navigate={(to) => visits.push(to)} />
      </>
    )
  }
  showScreen(<Writing />)
  // A question that is still open is answered, as by a tab that signs out: the HTTP client asks one at a time.
  onTestFinished(async () => {
    const otherTab = new BroadcastChannel('copydesk.session')
    const before = visits.length
    if (readToken() === null) return
    otherTab.postMessage({ kind: 'signed-out' })
    await expect.poll(() => visits.length).toBeGreaterThan(before)
    otherTab.close()
  })
  const calls = { endSession: () => void call(profileEndpoints.sessions, {}).catch(() => {}) }
  return { ...calls, visits }
}

const text = () => page.getByRole('textbox', { name: 'Text', exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Sign in again' })
const password = () => dialog().getByLabelText('Password', { exact: true })
const banner = () => page.getByRole('alert').filter({ hasText: 'Your session has ended' })

/** A composition is typing for as long as it is under way, however slow the machine is. */
const compose = (what: 'start' | 'end') =>
  text()
    .element()
    .dispatchEvent(new CompositionEvent(`composition${what}`, { bubbles: true }))

const clear = () => {
  sessionStorage.clear()
  queryClient.clear()
}
beforeEach(clear)

test('the session ends in the middle of a sentence: not one key goes into the password', async () => {
  const { endSession } = openWriting()
  await userEvent.click(text())
  await userEvent.keyboard('The council')
  compose('start')
  endSession()
  await expect.element(banner()).toBeVisible()
  await userEvent.keyboard(' met on Monday')
  await expect.element(text()).toHaveValue('The council met on Monday')
  await expect.element(dialog()).not.toBeInTheDocument()

  compose('end')
  // Once they pause, the dialog opens; the next key still is the next letter of the sentence.
  await expect.element(dialog(), { timeout: 10_000 }).toBeVisible()
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard(' evening.')
  await expect.element(text()).toHaveValue('The council met on Monday evening.')
  await expect.element(text()).toHaveFocus()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(banner()).toBeVisible()

  await userEvent.keyboard('{F8}')
  await expect.element(password()).toHaveFocus()
  await expect.element(password()).toHaveValue('')
  await userEvent.keyboard('a passphrase of Ada{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(banner()).not.toBeInTheDocument()
  await expect.element(text()).toHaveValue('The council met on Monday evening.')
})

test('a composition under way is not interrupted; Tab goes into the form of the dialog that opens later', async () => {
  const { endSession } = openWriting()
  await userEvent.click(text())
  text()
    .element()
    .dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValue(performance.now() + 60_000)
  endSession()
  await expect.element(banner()).toBeVisible()
  now.mockRestore()
  await expect.element(dialog()).not.toBeInTheDocument()
  text()
    .element()
    .dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.element(dialog(), { timeout: 10_000 }).toBeVisible()
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Tab}')
  await expect.element(password()).toHaveFocus()
})

test('one who clicked a button is asked at once, with the cursor in the password', async () => {
  const { endSession } = openWriting()
  await userEvent.click(text())
  await userEvent.keyboard('Done')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  endSession()
  await expect.element(password()).toHaveFocus()
})

test('the button of the banner opens the dialog', async () => {
  const { endSession } = openWriting()
  await userEvent.click(text())
  await userEvent.keyboard('Half a sen')
  compose('start')
  endSession()
  await userEvent.click(banner().getByRole('button', { name: 'Sign in again (F8)' }))
  await expect.element(password()).toHaveFocus()
})

test('“Sign out instead” closes the dialog at once, and no other call opens it again', async () => {
  const { endSession, visits } = openWriting()
  endSession()
  await userEvent.click(dialog().getByRole('button', { name: 'Sign out instead' }))
  void call(sessionEndpoints.view, {}).catch(() => {})
  await expect.poll(() => visits).toEqual(['/login'])
  await expect.element(dialog()).not.toBeInTheDocument()
})
