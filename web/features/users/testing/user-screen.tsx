import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import { page } from 'vitest/browser'
import type { Invitation, OpenReset, Owned, User } from '#contract/users.ts'
import { httpClient } from '../../../api/http-client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showScreen } from '../../../ui/testing/show-screen.tsx'
import { UserListPage } from '../user-list-page.tsx'

export const person = (n: number, fields: Partial<User>): User => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  version: 1,
  email: `person-${n}@example.com`,
  name: `Person ${n}`,
  role: 'author',
  status: 'active',
  locale: 'en',
  timeZone: 'UTC',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  lastSignInAt: null,
  byline: null,
  secondStep: false,
  ...fields,
})
export const me = person(1, { name: 'Ada Boss', role: 'administrator' })

export const LINK = 'https://desk.example.org/register#invitation=the-secret'

/** A server with accounts and invitations, at the place where calls leave the browser. */
export function openUsers({
  others = [] as User[],
  search = '',
  mailFolder = null as string | null,
  state = 'expired' as Invitation['state'],
  expiresAt = '2026-01-08T00:00:00.000Z',
  resets = [] as OpenReset[],
  link = LINK,
  bylines = [] as { id: string; displayName: string; jobTitle: string; uses: number; sameEmail: boolean }[],
} = {}) {
  let users = [me, ...others]
  let invitations: Invitation[] = [
    {
      id: '00000000-0000-7000-8000-0000000000a1',
      email: 'guest@example.com',
      role: 'editor',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt,
      state,
      invitedBy: { id: me.id, name: me.name },
    },
  ]
  const counts = { articles: 4, albums: 0, media: 2, ads: 1, views: 0, invitations: 0, previewLinks: 0 }
  const owned: Owned = { counts, scheduled: 1, inReview: 0, privateViews: 1, byline: null, sessions: 2 }
  const asked: string[] = []
  let sessions = ['1', '2'].map((n) => ({
    id: `session-${n}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2999-01-01T00:00:00.000Z',
    ip: `192.0.2.${n}`,
    userAgent: '',
    current: false,
  }))
  const sent: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    const [path = '', query] = String(config.url).split('?')
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (config.method !== 'get') asked.push(`${config.method} ${path}`)
    if (config.method === 'delete' && path.includes('/sessions')) {
      sessions = path.endsWith('/sessions') ? [] : sessions.filter(({ id }) => !path.endsWith(id))
      return answer(undefined, 204)
    }
    if (config.method === 'patch') {
      const change = JSON.parse(String(config.data)) as Partial<User>
      sent.push(change)
      const kept = users.find(({ id, role }) => path.endsWith(id) && role !== 'administrator')
      if (kept) {
        const changed = { ...kept, ...change, version: kept.version + 1 }
        users = users.map((user) => (user === kept ? changed : user))
        return answer(changed)
      }
      const response = answer({ code: 'illegal_transition', reasons: ['last_administrator'] }, 409) as AxiosResponse
      throw new AxiosError('refused', undefined, config, undefined, response)
    }
    if (config.method === 'delete') {
      users = users.filter(({ id }) => !path.endsWith(id))
      invitations = invitations.filter(({ id }) => !path.endsWith(id))
      return answer(undefined, 204)
    }
    if (path === '/api/session') return answer({ user: me, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (path === '/api/users/bylines') return answer({ items: bylines })
    if (path === '/api/users/password-resets') return answer({ items: resets, mailFolder })
    if (/[/-]link$/.test(path)) return answer({ url: link, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (path === '/api/users/invitations' && config.method === 'get') return answer({ items: invitations, mailFolder })
    if (path.endsWith('/hand-over') || path.endsWith('/remove')) {
      sent.push(JSON.parse(String(config.data)))
      if (path.endsWith('/remove')) users = users.filter(({ id }) => !path.includes(id))
      return answer({ counts: {}, undo: { id: 'step', until: '2999-01-01T00:00:00.000Z' } })
    }
    if (path.startsWith('/api/undo/')) return answer({ restored: 4, skipped: 0, left: [] })
    if (config.method === 'post') {
      sent.push(JSON.parse(String(config.data ?? '{}')))
      const replaced = state === 'open'
      return answer({
        id: me.id,
        email: 'guest@example.com',
        expiresAt: '2999-01-01T00:00:00.000Z',
        mailFolder,
        replaced,
      })
    }
    if (path.endsWith('/owned')) return answer(owned)
    if (path.endsWith('/sessions')) return answer({ items: sessions })
    const role = new URLSearchParams(query).get('role')
    const items = users.filter((user) => !role || user.role === role)
    return answer({ items, total: items.length, totalIsExact: true, page: 1, pageSize: 25 })
  }
  return {
    asked,
    sent,
    ...showScreen(
      <QueryClientProvider client={queryClient}>
        <UserListPage />
      </QueryClientProvider>,
      { search },
    ),
  }
}

/** A profile of an author that a person may get. */
export const profile = { id: '00000000-0000-7000-8000-0000000000c1', displayName: 'Spam Bot', jobTitle: '', uses: 3 }

export const menuOf = (name: string) => page.getByRole('button', { name: `Actions for “${name}”` })
export const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
