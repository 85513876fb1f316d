import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { ArticleActionReply } from '#contract/articles.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, services, runJobs, administrator, editor, author, createArticle, createUser, signIn } =
  await createDesk()
const folder = join(services.config.dataDir, 'outbox')
beforeEach(() => rm(folder, { recursive: true, force: true }))

const act = async (who: Person, id: string, action: string, more: object = {}) => {
  const { version } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  const { status, body } = await api<ArticleActionReply>(who, 'POST', `/api/articles/${id}/${action}`, {
    version,
    ...more,
  })
  expect([action, status]).toEqual([action, 200])
  return body
}
const submitted = async (who: Person, title: string) => {
  const { id } = await createArticle({ title }, who)
  await act(who, id, 'submit')
  return id
}
const addressOf = async ({ user }: Person) =>
  (await db.selectFrom('userAccount').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()).email
async function mails() {
  await runJobs()
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

it('who submitted an article is told by mail that it was returned: by whom, why, and where it is', async () => {
  const id = await submitted(author, 'Rain over the harbour')
  await act(editor, id, 'return', { note: 'Who says so?\nName a source.' })
  const [mail = '', ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toContain(`To: ${await addressOf(author)}\n`)
  expect(mail).toContain('Subject: Returned to you: “Rain over the harbour”\n')
  expect(mail).toContain(`${editor.user.name} returned your article “Rain over the harbour”`)
  expect(mail).toContain('Who says so?\nName a source.')
  expect(mail).toContain(`${services.config.publicUrl}/jCore/article/${id}\n`)
})

it('without a note it says whom to ask, and the article tells who returned it and when', async () => {
  const id = await submitted(author, 'Rain again')
  await act(editor, id, 'return')
  const [mail = ''] = await mails()
  expect(mail).toContain(`There is no note about why. Ask ${editor.user.name}, if it is not clear.`)
  expect(mail).toContain(`${services.config.publicUrl}/jCore/article/${id}\n`)
  const { body } = await api(author, 'GET', `/api/articles/${id}`)
  expect(body).toMatchObject({ returnNote: '', returned: { by: { id: editor.user.id, name: editor.user.name } } })
  expect(Date.parse(body.returned!.at)).toBeGreaterThan(Date.now() - 60_000)
})

it('of returned changes it says that readers still see the published version', async () => {
  const { id, version } = await createArticle({ title: 'As published', status: 'published' }, author)
  await api(author, 'PATCH', `/api/articles/${id}`, { version, title: 'As wished' })
  await act(author, id, 'submit')
  await act(editor, id, 'return', { note: 'The old title is better.' })
  const [mail = ''] = await mails()
  expect(mail).toContain(`${editor.user.name} returned your changes of “As wished”`)
  expect(mail).toContain('Readers still see the published version.')
})

it('it is written in the language of the reader', async () => {
  const user = await createUser({ role: 'author' })
  await db.updateTable('userAccount').set({ locale: 'zh-CN' }).where('id', '=', user.id).execute()
  const id = await submitted(await signIn(user), '港口的雨')
  await act(editor, id, 'return', { note: '请注明出处。' })
  const [mail = ''] = await mails()
  expect(mail).toContain('Subject: 文章已退回：《港口的雨》\n')
  expect(mail).toContain(`${editor.user.name} 退回了您的文章《港口的雨》。`)
  expect(mail).toContain('请注明出处。')
})

it('who started an article is told that it is no longer scheduled, not that it was returned', async () => {
  const { id } = await createArticle({ title: 'Planned', status: 'scheduled' }, author)
  await act(editor, id, 'return', { note: 'Not yet.' })
  const [mail = '', ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toContain(`To: ${await addressOf(author)}\n`)
  expect(mail).toContain('Subject: No longer scheduled: “Planned”\n')
  expect(mail).toContain(`${editor.user.name} cancelled the schedule of your article “Planned”.`)
  expect(mail).toContain('Not yet.')
  expect(mail).not.toContain('returned')
})

it('who returns an article that they submitted themselves gets no mail', async () => {
  const id = await submitted(editor, 'My own')
  await act(editor, id, 'return', { note: 'Not good enough.' })
  expect(await mails()).toEqual([])
})

it('someone who was suspended, or may not write any more, gets none', async () => {
  const people = [
    await signIn(await createUser({ role: 'author' })),
    await signIn(await createUser({ role: 'author' })),
  ]
  const changes = [{ status: 'suspended' as const }, { role: 'viewer' as const }]
  for (const [index, person] of people.entries()) {
    const id = await submitted(person, 'By someone who left')
    await db.updateTable('userAccount').set(changes[index]!).where('id', '=', person.user.id).execute()
    await act(editor, id, 'return', { note: 'Once more.' })
  }
  expect(await mails()).toEqual([])
})

it.each([
  ['undone', (_id: string, undo: string) => api(editor, 'POST', `/api/undo/${undo}`)],
  ['submitted again', (id: string) => act(author, id, 'submit')],
  ['moved to the trash', (id: string) => act(administrator, id, 'trash')],
])('a return that was %s before the mail went out is not told', async (_what, change) => {
  const id = await submitted(author, 'Changed at once')
  const { undo } = await act(editor, id, 'return', { note: 'No.' })
  await change(id, undo?.id ?? '')
  expect(await mails()).toEqual([])
})

it('a title cannot add a header or a second recipient', async () => {
  const id = await submitted(author, 'Rain\r\nBcc: someone@example.com\r\n\r\nForged')
  await act(editor, id, 'return', { note: 'No line breaks.' })
  const [mail = ''] = await mails()
  expect(mail.slice(0, mail.indexOf('\n\n'))).not.toMatch(/^Bcc:/m)
  expect(mail.match(/^Subject: .*$/gm)).toHaveLength(1)
})
