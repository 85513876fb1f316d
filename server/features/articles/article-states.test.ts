import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  actionFits,
  articleActionNames,
  articleActions,
  articleStates,
  lacksChanges,
  stateAfter,
  type ArticleAction,
} from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import { scopeOf, type Role } from '#contract/permissions.ts'
import { keepUnchanged } from '../../testing/unchanged-items.ts'
import { createDesk, type Person } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, createArticle, author, editor } = desk

type Who = { name: string; role: Role; person: Person; owns: boolean }
const people: Who[] = [
  { name: 'an administrator', role: 'administrator', person: desk.administrator, owns: false },
  { name: 'an editor', role: 'editor', person: editor, owns: false },
  { name: 'an author, with their own article,', role: 'author', person: author, owns: true },
  { name: 'an author, with someone else’s article,', role: 'author', person: author, owns: false },
  { name: 'an ad manager', role: 'ad_manager', person: desk.adManager, owns: false },
  { name: 'a viewer', role: 'viewer', person: desk.viewer, owns: false },
]
const situations = [
  ...articleStates.map((state) => ({ state, hasChanges: false, isSubmitted: false })),
  { state: 'published' as const, hasChanges: true, isSubmitted: false },
  { state: 'published' as const, hasChanges: true, isSubmitted: true },
]
type Situation = (typeof situations)[number]

/** The answer, from the tables of the contract alone. */
function expected({ role, owns }: Who, action: ArticleAction, situation: Situation): [status: number, code?: string] {
  const { state } = situation
  const reaches = (permission: Parameters<typeof scopeOf>[1]) => {
    const scope = scopeOf(role, permission)
    return (
      scope === 'all' || (scope.startsWith('own') && owns) || (scope.endsWith('published') && state === 'published')
    )
  }
  const { permission } = articleActions[action]
  if (scopeOf(role, permission) === 'none') return [403, 'forbidden']
  if (!reaches('articles.read')) return [404, 'not_found']
  if (!reaches(permission)) return [403, 'forbidden']
  const takesAway = action === 'trash' && state === 'published'
  if (takesAway && !reaches('articles.publish')) return [403, 'needs_publisher']
  if (actionFits(action, situation)) return [200]
  return [409, lacksChanges(action, situation) ? 'nothing_to_publish' : 'illegal_transition']
}

const words: Record<number, string> = {
  200: 'may',
  403: 'is not allowed to',
  404: 'does not even find, to',
  409: 'cannot',
}
const changesIn = ({ hasChanges, isSubmitted }: Situation) =>
  isSubmitted ? ' with submitted changes' : hasChanges ? ' with changes' : ''
const cells = situations.flatMap((situation) =>
  articleActionNames.flatMap((action) =>
    people.map((who) => {
      const [status, code] = expected(who, action, situation)
      const what = `${situation.state} article${changesIn(situation)}`
      return { sentence: `${who.name} ${words[status]} ${action} a ${what}`, who, action, situation, status, code }
    }),
  ),
)

const rowOf = (id: string) =>
  db
    .selectFrom('article')
    .leftJoin('articleLive', 'articleLive.articleId', 'article.id')
    .select(['status', 'deletedAt', 'hasChanges', 'article.version', 'articleLive.articleId as live'])
    .select(sql<boolean>`submitted_at is not null`.as('isSubmitted'))
    .where('article.id', '=', id)
    .executeTakeFirstOrThrow()

const lastRevision = (id: string) =>
  db.selectFrom('articleRevision').selectAll().where('articleId', '=', id).orderBy('version', 'desc').executeTakeFirst()

const lastAudit = (id: string) =>
  db
    .selectFrom('auditEvent')
    .selectAll()
    .where('entityId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

async function articleIn(situation: Situation, owner: Person): Promise<Article> {
  const article = await createArticle({ status: situation.state }, owner)
  const url = `/api/articles/${article.id}`
  if (!situation.hasChanges) return article
  const { body } = await api(editor, 'PATCH', url, { version: article.version, subtitle: 'Changed' })
  return situation.isSubmitted ? (await api(editor, 'POST', `${url}/submit`, { version: body.version })).body : body
}

describe('who may do what in which state', () => {
  const unchanged = keepUnchanged<Article>()

  it('every cell of the table is asked', () => {
    expect(cells).toHaveLength(situations.length * articleActionNames.length * people.length)
  })

  it.each(cells)('$sentence', async ({ who, action, situation, status, code }) => {
    const make = () => articleIn(situation, who.owns ? author : editor)
    const kind = `${situation.state}${changesIn(situation)} ${who.owns}`
    const article = status === 200 ? await make() : await unchanged.take(kind, make)
    const url = `/api/articles/${article.id}`
    const before = await rowOf(article.id)

    const seen = await api(who.person, 'GET', url)
    if (seen.status === 200) expect(seen.body.can[action]).toBe(status === 200)
    const given = { version: article.version, ...(action === 'schedule' && { publishAt: '2199-06-01T08:00:00.000Z' }) }
    const answer = await api(who.person, 'POST', `${url}/${action}`, given)

    expect(answer).toMatchObject({ status, body: code ? { code } : { version: article.version + 1 } })
    const after = await rowOf(article.id)
    if (status !== 200) {
      expect(after).toEqual(before)
      return unchanged.giveBack(kind, article)
    }
    const to = stateAfter(action, situation.state)
    const keepsChanges = ['submit', 'withdraw', 'return'].includes(action)
    expect(after).toMatchObject({
      ...(to === 'trashed' ? { deletedAt: expect.any(String) } : { status: to, deletedAt: null }),
      hasChanges: keepsChanges && situation.hasChanges,
      isSubmitted: action === 'submit',
      version: article.version + 1,
      live: to === 'published' ? article.id : null,
    })
    expect(await lastRevision(article.id)).toMatchObject({
      version: after.version,
      reason: action,
      createdBy: who.person.user.id,
    })
    expect(await lastAudit(article.id)).toMatchObject({ action, entityType: 'article', actorId: who.person.user.id })
  })
})

describe('deleting', () => {
  it('DELETE moves to the trash, and only an administrator deletes permanently, from the trash only', async () => {
    const article = await createArticle({ status: 'published' })
    const url = `/api/articles/${article.id}`
    expect((await api(editor, 'DELETE', url)).status).toBe(204)
    expect(await rowOf(article.id)).toMatchObject({ status: 'published', deletedAt: expect.any(String), live: null })
    const { version } = await rowOf(article.id)
    expect((await api(editor, 'POST', `${url}/purge`, { version })).status).toBe(403)
    expect((await api(desk.administrator, 'POST', `${url}/purge`, { version })).status).toBe(204)
    expect((await api(editor, 'GET', url)).status).toBe(404)
    const draft = await createArticle()
    const refused = await api(desk.administrator, 'POST', `/api/articles/${draft.id}/purge`, { version: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'illegal_transition' } })
  })

  it('what is restored while its slug was taken gets a number', async () => {
    const article = await createArticle({ slug: 'same-place', status: 'trashed' })
    await createArticle({ slug: 'same-place' })
    const restored = await api(editor, 'POST', `/api/articles/${article.id}/restore`, { version: article.version })
    expect(restored).toMatchObject({ status: 200, body: { status: 'draft', slug: 'same-place-2', deletedAt: null } })
  })
})

describe('editing', () => {
  it.each([
    ['an author', 'their own draft', author, 'draft', author, 200],
    ['an author', 'their own published article, as a working copy', author, 'published', author, 200],
    ['an author', 'their own article in review', author, 'in_review', author, 200],
    ['no author', 'what an editor has scheduled', author, 'scheduled', author, 403],
    ['an editor', 'what is scheduled', editor, 'scheduled', author, 200],
    ['nobody', 'what is in the trash', editor, 'trashed', editor, 409],
    ['no author', 'someone else’s published article', author, 'published', editor, 403],
    ['no author', 'someone else’s draft', author, 'draft', editor, 404],
    ['no viewer', 'a published article', desk.viewer, 'published', editor, 403],
  ] as const)('%s may change %s', async (_who, _what, person, status, owner, answer) => {
    const article = await createArticle({ status }, owner)
    const url = `/api/articles/${article.id}`
    const edited = await api(person, 'PATCH', url, { version: article.version, subtitle: 'New' })
    expect(edited.status).toBe(answer)
    const row = await rowOf(article.id)
    expect(row.version).toBe(answer === 200 ? article.version + 1 : article.version)
    const seen = await api(person, 'GET', url)
    if (seen.status === 200) expect(seen.body.can.write).toBe(answer === 200)
  })
})
