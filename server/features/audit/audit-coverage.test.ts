import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret } from 'otpauth'
import pg from 'pg'
import { expect, it } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addJob } from '../../jobs/job-queue.ts'
import { PASSWORD } from '../../testing/app.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { listFailedJobs } from '../health/failed-job-queries.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { createSoftPasskey } from '../second-step/testing/soft-passkey.ts'
import { codeAt } from '../second-step/totp-rules.ts'
import { wordpressFile, wordpressItem } from '../import/testing/wordpress-file.ts'

const desk = await createDesk()
const { app, db, services, administrator, author, createArticle, createUser, signIn, runJobs } = desk

/** Writing endpoints without an event of their own, each with its reason. */
const exceptions: Record<string, string> = {
  'session.invitation': 'only reads who is invited; its token must not be in an address',
  'session.requestReset': 'writes one mail for any address, known or not; the link that is used is recorded',
  'secondStep.passkeyOptions': 'asks the browser; the sign-in is recorded',
  'secondStep.enrolApp': 'begins; the method is recorded when it is confirmed',
  'secondStep.enrolPasskeyOptions': 'asks the browser; the method is recorded when it is added',
  'secondStep.signInOptions': 'asks the browser; the sign-in is recorded',
  'profileSecondStep.beginApp': 'begins; the method is recorded when it is confirmed',
  'profileSecondStep.passkeyOptions': 'asks the browser; the passkey is recorded when it is added',
  'previewLinks.open': 'only reads; its token must not be in an address',
  'categories.mergePreview': 'only counts',
  'articles.presence': 'says which tab has an article open, for 45 seconds',
  'articleBulk.review': 'only tells what an action would do',
  'articleBulk.tags': 'only reads; too many ids for an address',
  'articleBulk.stop': 'changes no article; those that the person’s own action changed before have their lines',
  'imports.stopCleanUp': 'moves nothing; what was moved before has its lines',
  'undo.stop': 'changes no item; those that came back before have their lines',
  'mediaUploads.begin': 'a piece of an upload; the upload is recorded when it is finished',
  'mediaUploads.append': 'a piece of an upload; the upload is recorded when it is finished',
  'mediaUploads.cancel': 'nothing was uploaded',
  'adInsight.explain': 'only computes',
  'adInsight.estimate': 'only computes',
  'audit.check': 'only compares; what it found is kept beside the log',
  'events.record': 'what readers do, counted elsewhere',
  'health.run': 'only measures',
  'searchRank.dismissTerm': 'hides a note in the editor',
  'welcome.dismissSetup': 'hides a reminder on Home; nothing is set',
  'diagnostics.upload': 'only measures',
  'diagnostics.send': 'passes on a measurement of the person’s own connection',
  'diagnostics.seen': 'takes a notice away from Health',
  'diagnostics.keep': 'a measurement of the person’s own connection',
}

const writing = Object.entries(allEndpoints).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, e]) => (e.method === 'GET' ? [] : [[`${group}.${name}`, e] as const])),
)
const byKey = new Map<string, Endpoint>(writing)
const walked = new Set<string>()
const wrong: string[] = []
const counted = async () => {
  const { n } = await db
    .selectFrom('auditEvent')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

type Entity = { id: string; version: number }
type Params = object

/** Calls an endpoint and notes it when it fails, or leaves no event. */
async function step<T = Entity>(
  key: string,
  params: Params = {},
  payload?: object,
  { who = administrator, then, headers = {} }: Options = {},
): Promise<T> {
  const e = byKey.get(key)
  if (!e) throw new Error(`there is no endpoint ${key}`)
  const before = await counted()
  const url = e.path.replaceAll(/:(\w+)/g, (_, name: string) => String(Reflect.get(params, name)))
  const answer = await app.inject({
    method: e.method,
    url,
    headers: { ...(await signIn(who.user as Parameters<typeof signIn>[0])).headers, ...headers },
    ...(payload && { payload }),
  })
  await then?.()
  walked.add(key)
  if (answer.statusCode >= 300) wrong.push(`${key}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  else if ((await counted()) === before) wrong.push(`${key}: no event`)
  return (answer.body.startsWith('{') ? answer.json() : {}) as T
}
type Options = { who?: Person; then?: () => Promise<unknown>; headers?: Record<string, string> }

const idOf = ({ id }: { id: string }) => ({ id })
const versionOf = async (group: string, id: string) => {
  const { headers } = await signIn(administrator.user)
  return { version: (await app.inject({ url: `/api/${group}/${id}`, headers })).json<Entity>().version }
}

async function walkArticles() {
  const a = await step('articles.create', {}, { title: 'Bridges' })
  await step('articles.edit', a, { version: a.version, title: 'Bridges again' })
  const copy = await step('articles.duplicate', a, {})
  await step('articles.remove', copy)
  await step('articles.restore', copy, await versionOf('articles', copy.id))
  await step('articles.trash', copy, await versionOf('articles', copy.id))
  await step('articles.purge', copy, await versionOf('articles', copy.id))
  const story = await createArticle()
  const act = async (action: string, more: object = {}) =>
    step(`articles.${action}`, idOf(story), { ...(await versionOf('articles', story.id)), ...more })
  await act('submit')
  await act('return')
  await act('submit')
  await act('withdraw')
  await act('schedule', { publishAt: '2199-01-01T00:00:00.000Z' })
  await act('unpublish')
  await act('publish')
  await act('edit', { title: 'Changed' })
  await act('discard')
  const { headers } = await signIn(administrator.user)
  const revisions = (await app.inject({ url: `/api/articles/${story.id}/revisions`, headers })).json<{
    items: Entity[]
  }>()
  const revision = revisions.items.at(-1)!
  const version = await versionOf('articles', story.id)
  await step('articles.restoreRevision', { id: story.id, revision: revision.id }, version)
  const link = await step('previewLinks.create', idOf(story), { hours: 24 })
  await step('previewLinks.revoke', { id: story.id, link: link.id })
  await step('hot.pin', idOf(story), {})
  await step('hot.pin', idOf(await createArticle({ status: 'published' })), {})
  await step('hot.movePin', idOf(story), { place: 1 })
  await step('hot.clear', idOf(story))
  await step('hot.bury', idOf(story), {})
  await act('archive')
  const many = await createArticle()
  const { undo } = await step<{ undo: { id: string } }>(
    'articleBulk.run',
    {},
    { action: 'publish', ids: [many.id], expectedCount: 1 },
  )
  await step('undo.run', undo, undefined)
  const other = await createArticle({ status: 'trashed' })
  const items = [{ type: 'article', id: other.id }]
  await step('trash.restore', {}, { items })
  await step('articles.trash', other, await versionOf('articles', other.id))
  await step('trash.purge', {}, { items })
}

async function walkNames() {
  for (const [group, field] of [
    ['tags', 'name'],
    ['authors', 'displayName'],
    ['categories', 'name'],
  ] as const) {
    const one = await step(`${group}.create`, {}, { [field]: `One of ${group}` })
    const other = await step(`${group}.create`, {}, { [field]: `Other of ${group}` })
    await step(`${group}.edit`, one, { version: one.version, [field]: `First of ${group}` })
    await step(`${group}.merge`, one, { from: [other.id] })
    if (group === 'categories') {
      const child = await step('categories.create', {}, { name: 'Child' })
      await step('categories.move', child, { parent: one.id })
      await step('categories.remove', child, {})
      await step('categories.delete', one)
    } else await step(`${group}.remove`, one)
  }
  const gone = await step('authors.create', {}, { displayName: 'Gone' })
  await step('authors.trash', gone, {})
  const unused = await step('tags.create', {}, { name: 'Unused' })
  await step('tags.removeMany', {}, { ids: [unused.id] })
}

const upload = async (name: string) =>
  step('media.upload', {}, form([{ bytes: await freshPicture(), name }]) as unknown as object, { headers: formType })

async function walkMedia() {
  const [one, two] = [await upload('one.png'), await upload('two.png')]
  await step('media.edit', one, { version: one.version, alt: 'A bridge' })
  await step('mediaBulk.texts', {}, { ids: [one.id], credit: 'Ada' })
  const sent = async () => {
    const bytes = await freshPicture()
    const { headers } = await signIn(administrator.user)
    const payload = { name: 'again.png', bytes: bytes.length }
    const begun = await app.inject({ method: 'POST', url: '/api/media/uploads', headers, payload })
    const { id } = begun.json<Entity>()
    await app.inject({
      method: 'PATCH',
      url: `/api/media/uploads/${id}?offset=0`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
    return id
  }
  await step('mediaUploads.finish', { id: await sent() })
  const file = await freshPicture()
  const site = createServer((_request, reply) => void reply.end(file)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  services.outside = {
    ports: [String(port)],
    surroundings: { resolve: async () => [{ address: '127.0.0.1', family: 4 }], isAllowed: () => true },
  }
  await step('media.fromAddress', {}, { address: `http://pictures.example:${port}/a.png` }).finally(() => site.close())
  await step('media.replace', one, { upload: await sent(), ...(await versionOf('media', one.id)) })
  const turned = { rotate: 90, ...(await versionOf('media', one.id)) }
  await step('media.transform', one, { ...turned, as: 'newPicture' })
  await step('media.transform', one, { ...turned, as: 'replacement' })
  await step('media.trash', one, await versionOf('media', one.id))
  await step('media.restore', one, await versionOf('media', one.id))
  await step('media.remove', one)
  await step('media.purge', one, await versionOf('media', one.id))
  const album = await step('albums.create', {}, { title: 'Bridges' })
  const added = await step<{ album: { photos: Entity[] } }>('albums.addPhotos', album, { media: [two.id] })
  expect(added.album).toBeDefined()
  await step('mediaBulk.trash', {}, { ids: [(await upload('three.png')).id] })
  return { album, two }
}

async function walkAlbums({ album, two }: { album: Entity; two: Entity }) {
  const third = await upload('four.png')
  await step('albums.addPhotos', album, { media: [third.id] })
  const { headers } = await signIn(administrator.user)
  const photos = (await app.inject({ url: `/api/albums/${album.id}/photos`, headers })).json<{ items: Entity[] }>()
    .items
  const ids = photos.map(({ id }) => id)
  expect(ids.length, two.id).toBe(2)
  await step('albums.edit', album, { ...(await versionOf('albums', album.id)), title: 'Bridges of the Seine' })
  await step('albums.movePhotos', album, { photos: [ids[0]], before: null })
  await step('albums.sortPhotos', album, { by: 'name', direction: 'desc' })
  await step('albums.writeTexts', album, { photos: ids, caption: 'Paris' })
  await step('albums.editPhoto', { id: album.id, photo: ids[0]! }, { caption: 'Lyon' })
  for (const action of ['publish', 'unpublish', 'publish', 'archive', 'trash', 'restore'])
    await step(`albums.${action}`, album, await versionOf('albums', album.id))
  const other = await step('albums.create', {}, { title: 'Towers' })
  await step('albums.transferPhotos', album, { photos: [ids[0]], to: other.id, mode: 'move' })
  await step('albums.removePhotos', album, { photos: [ids[1]] })
  await step('albums.remove', other)
  await step('albums.purge', other, await versionOf('albums', other.id))
  await step('albums.bulk', {}, { action: 'trash', ids: [album.id], expectedCount: 1 })
}

async function walkAds() {
  const place = await step('placements.create', {}, { key: 'top', name: 'Top', sizes: [{ width: 300, height: 250 }] })
  const fields = {
    clickUrl: 'https://example.com',
    placements: [place.id],
    creatives: [{ kind: 'text', title: 'Offer', text: 'Cheap.' }],
  }
  const ad = await step('ads.create', {}, { name: 'Offer', endsAt: '2198-01-01T00:00', timeZone: 'UTC', ...fields })
  const act = async (action: string, more: object = {}, id = ad.id) =>
    step(`ads.${action}`, { id }, { ...(await versionOf('ads', id)), ...more })
  await act('edit', { name: 'An offer' })
  await act('submit')
  await act('withdraw')
  await act('submit')
  await act('reject', { reason: 'Too loud' })
  await act('submit')
  await act('approve')
  await act('edit', { creatives: [{ kind: 'text', title: 'Better', text: 'Cheaper.' }] })
  await act('discard')
  await act('pause')
  await act('resume')
  await act('extend', { endsAt: '2199-01-01T00:00' })
  await act('end')
  await act('extend', { endsAt: '2199-01-01T00:00' })
  const { headers } = await signIn(administrator.user)
  const revisions = (await app.inject({ url: `/api/ads/${ad.id}/revisions`, headers })).json<{ items: Entity[] }>()
  await step('ads.restoreRevision', { id: ad.id, revision: revisions.items.at(-1)!.id }, await versionOf('ads', ad.id))
  await step('ads.bulk', {}, { action: 'pause', ids: [ad.id], expectedCount: 1 })
  const copy = await step('ads.duplicate', ad, {})
  await act('archive')
  await act('trash')
  await act('restore')
  await step('ads.remove', copy)
  await act('purge', {}, copy.id)
  await step('placements.edit', place, { version: place.version, name: 'At the top' })
  const free = await step('placements.create', {}, { key: 'foot', name: 'Foot', sizes: [{ width: 300, height: 250 }] })
  await step('placements.trash', free, await versionOf('placements', free.id))
  await step('placements.restore', free, await versionOf('placements', free.id))
  await step('placements.remove', free)
  await step('placements.purge', free, await versionOf('placements', free.id))
}

async function walkAccounts() {
  const person = await createUser({ role: 'author' })
  const credentials = { email: person.email, password: PASSWORD }
  await step('session.signIn', {}, credentials)
  await step('session.signOut')
  await step('session.register', {}, { email: 'new@example.com', name: 'New', password: PASSWORD })
  await step('profile.edit', {}, { version: 1, name: 'Ada Boss' })
  await signIn(administrator.user)
  await step('profile.endOtherSessions')
  const { sessionId } = await signIn(administrator.user)
  await step('profile.endSession', { id: sessionId })
  await step('profile.email', {}, { email: 'moved@papers.example', password: PASSWORD }, { who: author })
  await step('profile.password', {}, { current: PASSWORD, password: `${PASSWORD} again` }, { who: author })
  await step('users.edit', person, { version: 1, role: 'viewer' })
  const pending = await createUser({ status: 'pending' })
  const leaver = await createUser({ role: 'editor', name: 'Lea Leaver' })
  await createArticle({}, await signIn(leaver))
  await step('users.endSession', { id: leaver.id, session: (await signIn(leaver)).sessionId })
  await step('users.endSessions', leaver)
  await step('users.handOver', leaver, { to: administrator.user.id, kinds: ['articles'] })
  await step('users.remove', leaver, { version: 1 })
  await step('users.reject', pending)
  await step('users.invite', {}, { email: 'guest@example.com', role: 'author' })
  const { id } = await db
    .selectFrom('invitation')
    .select('id')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await step('users.resendInvitation', { id })
  await step('users.invitationLink', { id })
  await step('users.revokeInvitation', { id })
  await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email: person.email } })
  await runJobs()
  const reset = await db.selectFrom('passwordReset').select('id').limit(1).executeTakeFirst()
  const link = await step<{ link?: string; url?: string }>('users.resetLink', { id: reset?.id ?? '' })
  const token = /=([\w-]+)$/.exec(link.link ?? link.url ?? '')?.[1]
  await step('session.confirmReset', {}, { token, password: `${PASSWORD} once more` })
  await step('users.passwordLink', person)
  const view = await step('savedViews.create', {}, { screen: 'articles', name: 'Mine', query: '', shared: false })
  await step('savedViews.edit', view, { name: 'Ours' })
  await step('savedViews.remove', view)
  const snippet = await step('snippets.create', {}, { name: 'Imprint', body: '<p>The paper</p>' })
  await step('snippets.edit', snippet, { version: 1, name: 'About us' })
  await step('snippets.remove', snippet)
}

type Asked = { challenge: string; rpId: string; rp: { id: string } }
async function walkSecondStep() {
  const secretOf = (secret: string) => Buffer.from(Secret.fromBase32(secret).buffer)
  const codeOf = (secret: string, steps = 0) => codeAt(secretOf(secret), Date.now() / 1000 + steps * 30)
  const post = async <T>(url: string, payload: object, token = '') =>
    (await app.inject({ method: 'POST', url, payload, headers: { authorization: `bearer ${token}` } })).json<T>()
  const person = await createUser({ role: 'author' })
  const session = await signIn(person)
  const mine = { headers: session.headers }
  const begun = await post<{ secret: string }>('/api/profile/second-step/app', { password: PASSWORD }, session.token)
  await step('profileSecondStep.confirmApp', {}, { code: codeOf(begun.secret, -1) }, mine)
  await step('profileSecondStep.newRecoveryCodes', {}, { password: PASSWORD }, mine)
  const passkey = createSoftPasskey()
  const ask = await post<Asked>('/api/profile/second-step/passkey-options', { password: PASSWORD }, session.token)
  await step('profileSecondStep.addPasskey', {}, { name: 'Laptop', response: passkey.register(ask) }, mine)
  const { id } = await db.selectFrom('passkey').select('id').executeTakeFirstOrThrow()
  await step('profileSecondStep.renamePasskey', { id }, { name: 'Work' }, mine)

  const credentials = { email: person.email, password: PASSWORD }
  const pendingOf = async (who = credentials) => (await post<{ pending: string }>('/api/session', who)).pending
  await step('secondStep.code', {}, { pending: await pendingOf(), code: codeOf(begun.secret) })
  const pending = await pendingOf()
  const question = await post<Asked>('/api/session/second-step/passkey-options', { pending })
  await step('secondStep.passkey', {}, { pending, response: passkey.authenticate(question) })
  const open = await post<Asked>('/api/session/passkey-options', {})
  await step('secondStep.signIn', {}, { response: passkey.authenticate(open) })
  await step('profileSecondStep.removePasskey', { id }, { password: PASSWORD }, mine)
  await step('profileSecondStep.removeApp', {}, { password: PASSWORD }, mine)

  await step('settings.edit', {}, { secondStep: { roles: ['viewer'] } })
  const [one, other] = [await createUser({ role: 'viewer' }), await createUser({ role: 'viewer' })]
  const first = await pendingOf({ email: one.email, password: PASSWORD })
  const app1 = await post<{ secret: string }>('/api/session/enrolment/app', { pending: first })
  await step('secondStep.confirmApp', {}, { pending: first, code: codeOf(app1.secret) })
  const second = await pendingOf({ email: other.email, password: PASSWORD })
  const make = await post<Asked>('/api/session/enrolment/passkey-options', { pending: second })
  const response = createSoftPasskey().register(make)
  await step('secondStep.enrolPasskey', {}, { pending: second, response, name: 'Phone' })
  await step('userSecondStep.reset', other)
  await step('settings.edit', {}, { secondStep: { roles: [] } })
}

/** Someone else's connection to the database, to be ended. @returns its process */
async function idleConnection() {
  const client = new pg.Client({ connectionString: desk.databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function walkInstallation() {
  await step('settings.edit', {}, { readers: { origins: [], halfLifeHours: 9 } })
  await step('settings.testMail')
  await step('settings.testStorage')
  const key = await step('deliveryKeys.create', {}, { name: 'Site', scopes: ['content'], expiresAt: null })
  await step('deliveryKeys.revoke', key)
  await step('deliveryKeys.remove', key)
  await step('audit.export', {}, {})
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await step('backups.editPlan', {}, { enabled: true, hour: 3, keep: 5 })
  await step('backups.create')
  await runJobs()
  const backup = await db.selectFrom('backupRecord').select('id').executeTakeFirstOrThrow()
  await step('backups.download', backup)
  await step('backups.remove', backup)
  await step('health.mute', { name: 'disk' }, { until })
  await step('health.unmute', { name: 'disk' })
  await step('health.editAlerts', {}, { emails: ['ops@example.com'], webhook: '', afterMinutes: 5 })
  await step('health.newSecret')
  await step('health.testAlerts')
  for (const article of ['first', 'second']) await addJob(db, 'publish_article', { article }, { maxAttempts: 1 })
  await runJobs()
  const [first, second] = (await listFailedJobs(db)).items
  await step('health.startJobs', {}, { ids: [first!.id] })
  await step('health.deleteJobs', {}, { ids: [second!.id] })
  const { rows } = await desk.pool.query<{ pid: number; at: string }>(
    `select pid, backend_start as at from pg_stat_activity where pid = $1`,
    [await idleConnection()],
  )
  await step('health.endConnection', {}, { processId: rows[0]?.pid, connectedAt: rows[0]?.at })
  const pinned = await createArticle({ status: 'published' })
  await step('searchRank.startDraft', {}, { term: 'bridge', draft: { title: 'Bridge' } })
  await step('searchRank.pin', {}, { term: 'bridge', articles: [pinned.id] })
  await step('searchRank.addSynonym', {}, { term: 'bridge', synonym: 'viaduct' })
  await step('searchRank.removeSynonym', {}, { term: 'viaduct' })
  await step('searchRank.hide', {}, { term: 'bridge' })
  await step('searchRank.show', {}, { term: 'bridge' })
  const file = form([{ bytes: wordpressFile(wordpressItem({ id: 1 })), name: 'a.xml', type: 'text/xml' }], {
    dryRun: 'true',
  })
  const run = await step('imports.start', {}, file as unknown as object, { headers: formType })
  await runJobs()
  const imported = await step('imports.again', run, { dryRun: false })
  await runJobs()
  await step('imports.cleanUp', imported, { expectedCount: 1 })
  const siteExport = await step('siteExports.start', {}, { versions: true })
  await runJobs()
  await step('siteExports.download', siteExport)
  await step('siteExports.remove', siteExport)
}

it('F6 every endpoint that writes leaves a line in the audit log', async () => {
  for (const walk of [walkArticles, walkNames, walkAds, walkAccounts, walkSecondStep, walkInstallation])
    await walk().catch((error: unknown) => wrong.push(`${walk.name}: ${String(error)}`))
  await walkMedia()
    .then(walkAlbums)
    .catch((error: unknown) => wrong.push(`media: ${String(error)}`))
  const missing = writing.flatMap(([key]) => (walked.has(key) || key in exceptions ? [] : [key]))
  expect({ wrong, missing }).toEqual({ wrong: [], missing: [] })
  expect(Object.keys(exceptions).filter((key) => !byKey.has(key))).toEqual([])
}, 300_000)
