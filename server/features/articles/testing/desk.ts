import type { Article } from '#contract/articles.ts'
import type { Role } from '#contract/permissions.ts'
import { createTestApp } from '../../../testing/app.ts'

export type Person = { headers: { authorization: string }; user: { id: string; role: Role; name: string } }
type Answer<T> = { status: number; body: T & { code?: string; fields?: { path: string; code: string }[] } }

/** A server with the people and the words that articles need: `const { api, editor, createArticle } = await createDesk()`. */
export async function createDesk(settings: Parameters<typeof createTestApp>[0] = {}) {
  const test = await createTestApp(settings)
  const { app, signIn, db } = test
  const administrator = await signIn('administrator')
  const editor = await signIn('editor')
  const author = await signIn('author')
  const viewer = await signIn('viewer')
  const adManager = await signIn('ad_manager')

  // A session may ask 600 times a minute, and these tests ask more: now and then people sign in again.
  const sessions = new Map<string, { headers: Person['headers']; left: number }>()
  async function headersOf({ user }: Person) {
    let session = sessions.get(user.id)
    if (!session?.left) session = { headers: (await signIn(user)).headers, left: 500 }
    sessions.set(user.id, { ...session, left: session.left - 1 })
    return session.headers
  }

  /** One call as this person (null: not signed in). */
  async function api<T = Article>(
    person: Person | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<Answer<T>> {
    const response = await app.inject({
      method,
      url,
      headers: person ? await headersOf(person) : {},
      ...(payload && { payload }),
    })
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
    } as Answer<T>
  }

  const made = async (url: string, payload: object) =>
    (await api<{ id: string; slug: string }>(editor, 'POST', url, payload)).body
  const byline = await made('/api/authors', { displayName: 'Ada Byron' })
  const category = await made('/api/categories', { name: 'News' })
  const tag = await made('/api/tags', { name: 'Weather' })

  let count = 0
  /** An article that has all it needs to be published, in the state asked for. */
  async function createArticle(
    fields: { status?: Article['status'] | 'trashed'; [field: string]: unknown } = {},
    who: Person = editor,
  ) {
    const { status = 'draft', ...given } = fields
    const created = await api(who, 'POST', '/api/articles', {
      title: `Story ${++count}`,
      body: '<p>It rains.</p>',
      authors: [byline.id],
      primaryCategory: category.id,
      ...given,
    })
    if (created.status !== 201) throw new Error(JSON.stringify(created.body))
    let article = created.body
    for (const [action, more] of waysTo[status]) {
      const moved = await api(editor, 'POST', `/api/articles/${article.id}/${action}`, {
        version: article.version,
        ...more,
      })
      if (moved.status !== 200) throw new Error(`${action}: ${JSON.stringify(moved.body)}`)
      article = moved.body
    }
    return article
  }

  return { ...test, db, administrator, editor, author, viewer, adManager, api, byline, category, tag, createArticle }
}

const waysTo: Record<Article['status'] | 'trashed', [string, object?][]> = {
  draft: [],
  in_review: [['submit']],
  scheduled: [['schedule', { publishAt: '2199-01-01T00:00:00.000Z' }]],
  published: [['publish']],
  archived: [['publish'], ['archive']],
  trashed: [['trash']],
}
