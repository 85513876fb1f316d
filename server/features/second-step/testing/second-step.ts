import { Secret } from 'otpauth'
import type { SecondStepNeeded, SignedIn } from '#contract/session.ts'
import { createTestApp, PASSWORD } from '../../../testing/app.ts'
import { codeAt } from '../totp-rules.ts'
import { writtenMails } from '../../../testing/written-mails.ts'

/** The server with what people do at a sign-in in two steps. */
export async function createSecondStepDesk(settings: Parameters<typeof createTestApp>[0] = {}) {
  const testApp = await createTestApp(settings)
  const { app, db, createUser, services, runJobs } = testApp
  let lastAddress = 0
  /** Someone on a network of their own, so that one test does not use up the limit of another. */
  const stranger = () => `10.${(++lastAddress >> 8) & 255}.${lastAddress & 255}.1`

  async function send<T>(
    url: string,
    payload: object | undefined,
    { token, from = stranger(), method, headers = {} }: Sender = {},
  ) {
    const answer = await app.inject({
      method: method ?? (payload ? 'POST' : 'GET'),
      url,
      remoteAddress: from,
      ...(payload && { payload }),
      headers: { ...headers, ...(token && { authorization: `bearer ${token}` }) },
    })
    return { status: answer.statusCode, body: (answer.body ? answer.json() : {}) as T & { code?: string } }
  }
  const signIn = (email: string, from?: string, password = PASSWORD) =>
    send<SignedIn & SecondStepNeeded>('/api/session', { email, password }, { ...(from && { from }) })
  const isOpen = async (token: string) => (await send('/api/session', undefined, { token })).status === 200
  /** The code that an app shows now, or so many steps of 30 seconds from now. */
  const codeOf = (secret: string, steps = 0) =>
    codeAt(Buffer.from(Secret.fromBase32(secret).buffer), Date.now() / 1000 + steps * 30)

  /** A person with an authenticator app, and the session in which it was set up. */
  async function createPersonWithApp(fields: Parameters<typeof createUser>[0] = {}) {
    const user = await createUser(fields)
    const { token } = (await signIn(user.email)).body
    const { secret } = (
      await send<{ secret: string }>('/api/profile/second-step/app', { password: PASSWORD }, { token })
    ).body
    const confirmed = await send<{ recoveryCodes: string[] }>(
      '/api/profile/second-step/app/confirm',
      { code: codeOf(secret) },
      { token },
    )
    await forgetUsedCode(user.id)
    return { user, token, secret, recoveryCodes: confirmed.body.recoveryCodes }
  }
  /** As if the code that was used last were of long ago, so that a test need not wait for the next. */
  const forgetUsedCode = (userId: string) =>
    db.updateTable('authenticatorApp').set({ lastStep: 0 }).where('userId', '=', userId).execute()
  /** Requires a second step of these roles. */
  const require = async (...roles: string[]) => {
    const value = JSON.stringify({ roles })
    await db
      .insertInto('setting')
      .values({ key: 'secondStep', value, updatedBy: null })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }
  /** The mails to an address, oldest first, once every job has run. */
  async function mailsTo(address: string): Promise<string[]> {
    await runJobs()
    return writtenMails(services.config.dataDir, address)
  }
  /** The link to this page in the newest mail to an address that has one. */
  async function linkTo(address: string, page: string): Promise<URL> {
    const links = (await mailsTo(address)).flatMap((mail) => mail.match(/https?:\S+/g) ?? [])
    return new URL(links.findLast((link) => new URL(link).pathname === page) ?? 'none:')
  }
  return {
    ...testApp,
    stranger,
    mailsTo,
    linkTo,
    send,
    passwordSignIn: signIn,
    isOpen,
    codeOf,
    createPersonWithApp,
    forgetUsedCode,
    require,
  }
}

type Sender = {
  token?: string
  from?: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
}
