import type { startMailSink } from './mail-sink.ts'
import { createClient } from './api-client.ts'
import { until } from './child-processes.ts'
import type { CopydeskServer } from './copydesk-servers.ts'
import type { Node } from './postgres-nodes.ts'
import type { Report } from './report.ts'

type Mails = Awaited<ReturnType<typeof startMailSink>>
export const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }

export async function signIn(send: CopydeskServer['send']): Promise<string> {
  const { status, body } = await send({ method: 'POST', path: '/api/session', body: admin })
  if (status !== 201) throw new Error(`signing in answers ${status}: ${JSON.stringify(body)}`)
  return String(body['token'])
}

const counted = (statuses: number[]) =>
  [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length}× ${status}`).join(', ')

export async function checkSessions(report: Report, servers: CopydeskServer[]): Promise<void> {
  const [first, , third] = servers
  if (!first || !third) return
  const token = await signIn(first.send)
  const ask = () => Promise.all(servers.map(async ({ send }) => (await send({ path: '/api/session', token })).status))
  const before = await ask()
  await third.send({ method: 'DELETE', path: '/api/session', token })
  const after = await ask()
  report.add(
    'Signed in on one process: works on all',
    before.every((status) => status === 200),
    counted(before),
  )
  report.add(
    'Signed out on another: ended on all',
    after.every((status) => status === 401),
    counted(after),
  )
}

/** All at once, each at another process. */
export async function checkLimits(report: Report, servers: CopydeskServer[]): Promise<void> {
  const ask = (count: number, path: string, addressOf: (n: number) => string, bodyOf: (n: number) => object) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const send = createClient(`http://127.0.0.1:${servers[n % servers.length]?.port}`, addressOf(n))
        return (await send({ method: 'POST', path, body: bodyOf(n) })).status
      }),
    )
  const wrong = { email: 'no-such-person@example.org', password: 'a wrong passphrase' }
  const tries = await ask(
    14,
    '/api/session',
    (n) => `127.0.1.${n + 1}`,
    () => wrong,
  )
  const passed = tries.filter((status) => status === 401).length
  report.add('10 wrong passwords for one account, over all processes', passed === 10, counted(tries))

  const registrations = await ask(
    8,
    '/api/registrations',
    () => '127.0.2.1',
    (n) => ({ email: `new${n}@example.org`, name: `New ${n}`, password: 'a long enough passphrase' }),
  )
  const taken = registrations.filter((status) => status === 201).length
  report.add('5 registrations an hour from one address, over all processes', taken === 5, counted(registrations))
}

/** Articles that are to be published soon, and mails. */
export async function planJobs(
  send: CopydeskServer['send'],
  token: string,
  inSeconds: number,
  count: number,
): Promise<string[]> {
  const make = async (path: string, body: object) =>
    String((await send({ method: 'POST', path, token, body })).body['id'])
  const [author, category] = [
    await make('/api/authors', { displayName: 'Ada Byron' }),
    await make('/api/categories', { name: 'News' }),
  ]
  const drafts: Record<string, unknown>[] = []
  for (let n = 0; n < count; n++) {
    const fields = { title: `Planned ${n}`, body: '<p>Words.</p>', authors: [author], primaryCategory: category }
    drafts.push((await send({ method: 'POST', path: '/api/articles', token, body: fields })).body)
  }
  const publishAt = new Date(Date.now() + inSeconds * 1000).toISOString()
  const ids = drafts.map(({ id }) => String(id))
  for (const { id, version } of drafts) {
    const path = `/api/articles/${String(id)}/schedule`
    const planned = await send({ method: 'POST', path, token, body: { version, publishAt } })
    if (planned.status !== 200) throw new Error(`scheduling answers ${planned.status}: ${JSON.stringify(planned.body)}`)
  }
  for (let n = 0; n < count; n++) {
    const body = { email: `invited${n}@example.org`, role: 'author' }
    const invited = await send({ method: 'POST', path: '/api/users/invitations', token, body })
    if (invited.status >= 300) throw new Error(`inviting answers ${invited.status}: ${JSON.stringify(invited.body)}`)
  }
  return ids
}

export async function checkJobs(report: Report, primary: Node, ids: string[], mails: Mails): Promise<void> {
  const list = ids.map((id) => `'${id}'`).join(',')
  const published = () =>
    primary.query<{ status: string }>(`select status from article where id in (${list}) and status = 'published'`)
  await until('publishing', async () => (await published()).length === ids.length, 120)
  const times = await primary.query<{ n: number }>(
    `select count(*)::int as n from audit_event where entity_id in (${list}) and action = 'publish' group by entity_id`,
  )
  const once = times.filter(({ n }) => n === 1).length
  report.add(
    'Articles that were due: each published once',
    once === ids.length,
    `${once} of ${ids.length}, by 4 processes`,
  )
  await until(
    'sending',
    async () => new Set(mails.recipients.filter((to) => to.startsWith('invited'))).size === ids.length,
  )
  const invited = mails.recipients.filter((to) => to.startsWith('invited'))
  const doubled = invited.length - new Set(invited).size
  report.add('Mails: each sent once', doubled === 0, `${new Set(invited).size} people, ${doubled} doubled`)
}
