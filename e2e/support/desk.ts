import { expect } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Media } from '#contract/media.ts'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { readMails } from './mails.ts'
import type { RunningServer } from './running-server.ts'

export type Person = { email: string; password: string }
export type Desk = ReturnType<typeof createDesk>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Fields = Omit<Partial<Article>, 'status'> & { status?: Article['status'] | 'trashed' }

const names: Record<Role, string> = {
  administrator: 'ada',
  editor: 'Edith Marlow',
  author: 'Arno Fischer',
  ad_manager: 'Amal Mansour',
  viewer: 'Vera Holm',
}

/** What journeys need to be there before they begin, made through the API as the administrator. */
export function createDesk(server: RunningServer) {
  const people = new Map<Role, Promise<Person>>()
  let adminToken: Promise<string> | undefined
  let place: Promise<{ author: string; category: string }> | undefined
  let count = 0

  async function send<T>(token: string | null, method: Method, path: string, body?: object) {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
  }

  /** One call that must work, as the administrator unless a token is given. */
  async function api<T = Article>(method: Method, path: string, body?: object, token?: string): Promise<T> {
    const answer = await send<T>(token ?? (await (adminToken ??= newToken(server.admin))), method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  async function newToken(person: Person): Promise<string> {
    const { status, body } = await send<{ token: string }>(null, 'POST', '/api/session', {
      email: person.email,
      password: person.password,
    })
    expect(status, `signing in ${person.email}`).toBe(201)
    return body.token
  }

  async function makePerson(role: Role): Promise<Person> {
    const person = { email: `${role}@example.org`, password: 'a long enough passphrase' }
    const asked = await send(null, 'POST', '/api/registrations', { ...person, name: names[role] })
    expect(asked.status).toBe(201)
    const { items } = await api<{ items: User[] }>('GET', `/api/users?q=${encodeURIComponent(person.email)}`)
    const { id, version } = items.find(({ email }) => email === person.email)!
    await api('PATCH', `/api/users/${id}`, { version, role, status: 'active' })
    return person
  }

  /** The one person of this role; registered and approved when first asked for. */
  function person(role: Role): Promise<Person> {
    if (role === 'administrator') return Promise.resolve(server.admin)
    const known = people.get(role) ?? makePerson(role)
    people.set(role, known)
    return known
  }

  async function makePlace() {
    const author = await api<{ id: string }>('POST', '/api/authors', { displayName: '林和靖' })
    const category = await api<{ id: string }>('POST', '/api/categories', { name: '文化' })
    return { author: author.id, category: category.id }
  }

  /** An article with all it needs to be published, in the state asked for. */
  async function createArticle({ status = 'draft', ...given }: Fields = {}): Promise<Article> {
    place ??= makePlace()
    const { author, category } = await place
    const article = await api('POST', '/api/articles', {
      title: `第${++count}篇`,
      body: '<p>山外青山楼外楼。</p>',
      authors: [author],
      primaryCategory: category,
      ...given,
    })
    const act = (action: string, { id, version }: Article, more: object = {}) =>
      api('POST', `/api/articles/${id}/${action}`, { version, ...more })
    if (status === 'in_review') return act('submit', article)
    if (status === 'published') return act('publish', article)
    if (status === 'archived') return act('archive', await act('publish', article))
    if (status === 'trashed') return act('trash', article)
    if (status === 'scheduled') return act('schedule', article, { publishAt: inDays(3) })
    return article
  }

  return {
    api,
    /** The answer to a call that may be refused; `token` null is no one. */
    send,
    person,
    createArticle,
    /** Sends a multipart form with a picture to the library. */
    async upload(form: FormData, token: string): Promise<Media> {
      const headers = { authorization: `bearer ${token}` }
      const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form })
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(300)
      return JSON.parse(text) as Media
    },
    /** A new session of a person. */
    signIn: async (role: Role) => newToken(await person(role)),
    newToken,
    /** Ends this session on the server only; the browser does not know yet. */
    endSession: (token: string) => api<void>('DELETE', '/api/session', undefined, token),
    /** Waits for the mail to this address whose subject fits, and answers its link as a path. */
    async mailedPath(to: string, subject: RegExp): Promise<string> {
      const find = () => readMails(server.dataDir).find((mail) => mail.to === to && subject.test(mail.subject))
      await expect.poll(find, { message: `a mail to ${to}` }).toBeDefined()
      const link = /https?:\/\/\S+/.exec(find()!.text)![0]
      return link.slice(new URL(link).origin.length)
    },
  }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
