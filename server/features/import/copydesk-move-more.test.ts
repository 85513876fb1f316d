import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Ad } from '#contract/ads.ts'
import type { Article, Revision } from '#contract/articles.ts'
import { createAdDesk } from '../ads/testing/ads.ts'
import { exportContent } from './copydesk-export.ts'
import { importCopydesk } from './copydesk-import.ts'
import { linesFile, type ExportKind, type ExportManifest } from './copydesk-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-move-more-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const old = await createAdDesk()
const fresh = await createAdDesk()
type Desk = typeof old

// Who is there, and who is here already under another id.
const writer = await old.signIn(
  await old.createUser({ email: 'writer@example.com', name: 'Wu Writer', role: 'editor' }),
)
const shared = await old.createUser({ email: 'Shared@example.com', name: 'Shared There', role: 'author' })
const sharedHere = await fresh.createUser({ email: 'shared@example.com', name: 'Shared Here', role: 'author' })
await old.createUser({ email: 'waits@example.com', status: 'pending' })
const byline = (
  await old.api<{ id: string }>(old.administrator, 'POST', '/api/authors', {
    displayName: 'Wu Writer',
    user: writer.user.id,
  })
).body
const tag = (await old.api<{ id: string }>(old.editor, 'POST', '/api/tags', { name: 'Harbours' })).body
const story = await old.createArticle({ status: 'published', title: 'Bridges', authors: [byline.id] }, writer)
const renamed = await old.api<Article>(old.editor, 'PATCH', `/api/articles/${story.id}`, {
  version: story.version,
  title: 'Bridges, changed',
  slug: 'bridges-changed',
})
await old.api(old.editor, 'POST', `/api/articles/${story.id}/publish`, { version: renamed.body.version })
await old.db.insertInto('redirect').values({ path: '/tags/docks', entityType: 'tag', entityId: tag.id }).execute()
const saveSnippet = (desk: Desk, who: Parameters<Desk['api']>[0], name: string, body: string) =>
  desk.api(who, 'POST', '/api/snippets', { name, body })
await saveSnippet(old, writer, 'Imprint', '<p>The old paper</p>')
await saveSnippet(old, old.editor, 'Write to us', '<p>The desk</p>')
await saveSnippet(fresh, fresh.editor, 'IMPRINT', '<p>The paper here</p>')
const top = await old.createPlacement({ key: 'top', name: 'Top' })
const goal = { kind: 'impressions', amount: 1000 }
const running = await old.createAd({
  status: 'approved',
  name: 'Running',
  placements: [top.id, old.sidebar.id],
  goal,
  targeting: { categories: [], tags: [tag.id], devices: [], hours: [] },
})
await old.api(old.adManager, 'PATCH', `/api/ads/${running.id}`, { version: running.version, label: 'Not approved yet' })
for (const status of ['draft', 'pending', 'rejected', 'paused', 'archived'] as const)
  await old.createAd({ status, name: `Ad ${status}` })
await old.createAd({ status: 'trashed', name: 'Ad trashed' })
await exportContent(old.services, join(folder, 'export'))

const lines = (kind: ExportKind, at = 'export') =>
  readFileSync(join(folder, at, linesFile(kind)), 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []))
const ads = async (desk: Desk) =>
  (await desk.api<{ items: Ad[] }>(desk.administrator, 'GET', '/api/ads?sort=name&pageSize=100')).body.items
const revisionsOf = async (desk: Desk, id: string) =>
  (await desk.api<{ items: Revision[] }>(desk.editor, 'GET', `/api/articles/${id}/revisions`)).body.items
const bridges = async () =>
  (await fresh.api<{ items: Article[] }>(fresh.editor, 'GET', '/api/articles?q=Bridges')).body.items[0]!

describe('an export', () => {
  it('holds accounts without anything that signs them in, and none that waits', async () => {
    const accounts = lines('account')
    expect(accounts.map(({ fields }) => (fields as { email: string }).email)).toContain('writer@example.com')
    expect(JSON.stringify(accounts)).not.toContain('waits@example.com')
    const { passwordHash } = await old.db
      .selectFrom('userAccount')
      .where('id', '=', writer.user.id)
      .select('passwordHash')
      .executeTakeFirstOrThrow()
    const everything = readdirSync(join(folder, 'export'))
      .filter((name) => name.endsWith('l'))
      .map((name) => readFileSync(join(folder, 'export', name), 'utf8'))
      .join('')
    for (const secret of [passwordHash ?? '', '$argon2', writer.token, writer.sessionId]) {
      expect(secret).not.toBe('')
      expect(everything).not.toContain(secret)
    }
    for (const { fields } of accounts)
      expect(Object.keys(fields as object).toSorted()).toEqual(['email', 'locale', 'name', 'role', 'timeZone'])
  })

  it('holds ads, placements, redirects and versions, and none of what is in the trash', () => {
    expect(lines('placement').map(({ fields }) => (fields as { key: string }).key)).toEqual(['sidebar', 'top'])
    expect(lines('ad')).toHaveLength(6)
    expect(JSON.stringify(lines('ad'))).not.toContain('Ad trashed')
    expect(lines('article')).toMatchObject([{ owner: writer.user.id, redirects: ['/bridges'] }])
    expect(lines('tag').find(({ id }) => id === tag.id)).toMatchObject({ redirects: ['/tags/docks'] })
    expect(lines('version').map(({ version }) => version)).toEqual([1, 2, 3, 4])
  })

  it('leaves versions out where that is asked for', async () => {
    const manifest = await exportContent(old.services, join(folder, 'short'), undefined, { versions: false })
    expect(manifest.files).not.toHaveProperty('version')
    expect(readdirSync(join(folder, 'short'))).not.toContain('version.jsonl')
    expect(lines('article', 'short')).toMatchObject([{ version: 0 }])
  })
})

describe('another installation', () => {
  it('takes it over, and accounts for every item', async () => {
    const { sums, items } = await importCopydesk(fresh.services, join(folder, 'export'))
    for (const row of sums) expect(row.created + row.merged + row.unchanged + row.skipped, row.kind).toBe(row.inFile)
    expect(items.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(items.find(({ sourceId }) => sourceId === shared.id)).toMatchObject({
      outcome: 'merged',
      reasons: [{ code: 'same_account', values: { name: 'Shared Here' } }],
    })
  })

  it('has the people as suspended accounts, and those that were here as they were', async () => {
    const account = (email: string) =>
      fresh.db
        .selectFrom('userAccount')
        .where('emailKey', '=', email)
        .select(['id', 'name', 'role', 'status', 'passwordHash'])
        .executeTakeFirstOrThrow()
    const made = await account('writer@example.com')
    expect(made).toMatchObject({ name: 'Wu Writer', role: 'editor', status: 'suspended', passwordHash: null })
    expect(await account('shared@example.com')).toMatchObject({ id: sharedHere.id, status: 'active' })
    const byName = await fresh.db
      .selectFrom('author')
      .where('userId', '=', made.id)
      .select('displayName')
      .executeTakeFirst()
    expect(byName).toEqual({ displayName: 'Wu Writer' })
    const article = await bridges()
    const owner = await fresh.db
      .selectFrom('article')
      .where('id', '=', article.id)
      .select('createdBy')
      .executeTakeFirst()
    expect(owner).toEqual({ createdBy: made.id })

    // Activated, the person sets a password by a mailed link, and is in.
    const url = `/api/users/${made.id}`
    const activated = await fresh.api(fresh.administrator, 'PATCH', url, { version: 1, status: 'active' })
    expect(activated.status).toBe(200)
    await fresh.app.inject({ method: 'POST', url: '/api/password-resets', payload: { email: 'writer@example.com' } })
    await fresh.runJobs()
    const reset = await fresh.db.selectFrom('passwordReset').where('userId', '=', made.id).select('id').execute()
    expect(reset).toHaveLength(1)
  })

  it('has the redirects of what came over', async () => {
    const article = await bridges()
    const redirects = await fresh.db.selectFrom('redirect').select(['path', 'entityType', 'entityId']).execute()
    expect(redirects).toContainEqual({ path: '/bridges', entityType: 'article', entityId: article.id })
    expect(redirects.map(({ path }) => path)).toContain('/tags/docks')
    const followed = await fresh.app.inject('/content/v1/redirects?path=/bridges')
    expect(followed.statusCode).toBe(200)
    expect(followed.body).toContain('/bridges-changed')
  })

  it('has the snippets, of whom they were, and one of the same name as it was', async () => {
    const found = await fresh.db
      .selectFrom('snippet')
      .leftJoin('userAccount', 'userAccount.id', 'snippet.createdBy')
      .select(['snippet.name', 'body', 'email'])
      .orderBy('snippet.name')
      .execute()
    expect(found).toMatchObject([
      { name: 'IMPRINT', body: '<p>The paper here</p>' },
      { name: 'Write to us', body: '<p>The desk</p>' },
    ])
  })

  it('has the ads in their states, and those that ran paused, with the changes that wait', async () => {
    const found = await ads(fresh)
    expect(found.map(({ name, status }) => [name, status])).toEqual([
      ['Ad archived', 'archived'],
      ['Ad draft', 'draft'],
      ['Ad paused', 'paused'],
      ['Ad pending', 'pending'],
      ['Ad rejected', 'rejected'],
      ['Running', 'paused'],
    ])
    const ran = found.at(-1)!
    expect(ran).toMatchObject({ goal, label: 'Not approved yet', hasChanges: true, live: { label: '' } })
    expect(ran.refs.placements.map(({ key }) => key).toSorted()).toEqual(['sidebar', 'top'])
    expect(ran.refs.tags.map(({ name }) => name)).toEqual(['Harbours'])
    expect(found.find(({ status }) => status === 'rejected')?.rejection).toBe('No.')
  })

  it('has the earlier versions before those that were made here, with who and when', async () => {
    const article = await bridges()
    const [there, here] = [await revisionsOf(old, story.id), await revisionsOf(fresh, article.id)]
    const first = here.filter(({ version }) => version <= 4)
    const shown = (all: Revision[]) => all.map(({ version, createdAt, reason }) => [version, createdAt, reason])
    expect(shown(first)).toEqual(shown(there))
    expect(here.length).toBeGreaterThan(4)
    expect(article.version).toBe(Math.max(...here.map(({ version }) => version)))
    const oldest = first.find(({ version }) => version === 1)!
    expect(oldest.createdBy?.name).toBe('Wu Writer')
    const url = `/api/articles/${article.id}/revisions/${oldest.id}/restore`
    const restored = await fresh.api<Article>(fresh.editor, 'POST', url, { version: article.version })
    expect(restored).toMatchObject({ status: 200, body: { title: 'Bridges', version: article.version + 1 } })
  })

  it('a second time changes nothing, nor does an export of the installation itself', async () => {
    for (const desk of [fresh, old]) {
      const { sums } = await importCopydesk(desk.services, join(folder, 'export'))
      expect(sums.map(({ kind, unchanged, inFile }) => [kind, inFile - unchanged])).toEqual(
        sums.map(({ kind }) => [kind, 0]),
      )
    }
  })
})

describe('an export that someone edited', () => {
  /** The export with another content of one file. */
  function edited(name: string, kind: ExportKind, change: (line: Record<string, unknown>) => object) {
    cpSync(join(folder, 'export'), join(folder, name), { recursive: true })
    const text = lines(kind)
      .map((line) => `${JSON.stringify(change(line))}\n`)
      .join('')
    writeFileSync(join(folder, name, linesFile(kind)), text)
    const path = join(folder, name, 'copydesk-export.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as ExportManifest
    const sha256 = createHash('sha256').update(text).digest('hex')
    manifest.files[kind] = { lines: lines(kind).length, sha256 }
    // Another site, so that nothing of it is known here.
    writeFileSync(path, JSON.stringify({ ...manifest, site: '00000000-0000-4000-8000-000000000001' }))
    return join(folder, name)
  }

  it('R02 brings no account that can sign in, whatever it says', async () => {
    const active = edited('active', 'account', (line) => ({
      ...line,
      id: (line['id'] as string).replace(/^./, 'f'),
      status: 'active',
      fields: {
        ...(line['fields'] as object),
        email: `mallory-${String(line['id'])}@example.com`,
        role: 'administrator',
      },
    }))
    await importCopydesk(fresh.services, active)
    const made = await fresh.db
      .selectFrom('userAccount')
      .where('emailKey', 'like', 'mallory-%')
      .select(['status', 'passwordHash'])
      .execute()
    expect(made.length).toBeGreaterThan(3)
    expect(new Set(made.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ status: 'suspended', passwordHash: null })]),
    )
    const withHash = edited('hash', 'account', (line) => ({
      ...line,
      fields: { ...(line['fields'] as object), passwordHash: 'x' },
    }))
    await expect(importCopydesk(fresh.services, withHash)).rejects.toThrow('account.jsonl, line 1')
  })

  it('R31 brings no script in an earlier version', async () => {
    const target = await createAdDesk()
    const hostile = edited('hostile', 'version', (line) => ({
      ...line,
      fields: { ...(line['fields'] as object), body: '<p onclick="x()">Hello</p><script>alert(1)</script>' },
    }))
    await importCopydesk(target.services, hostile)
    const stored = await target.db.selectFrom('articleRevision').select('content').where('version', '<=', 4).execute()
    expect(stored.map(({ content }) => content.body)).toEqual(Array.from({ length: 4 }, () => '<p>Hello</p>'))
  })

  it('R27 brings no redirect that leads to another site or from one', async () => {
    const foreign = edited('foreign', 'article', (line) => ({ ...line, redirects: ['//evil.example/x'] }))
    await expect(importCopydesk(fresh.services, foreign)).rejects.toThrow('article.jsonl, line 1')
  })
})
