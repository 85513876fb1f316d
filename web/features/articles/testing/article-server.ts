import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import type { Problem } from '#contract/problems.ts'
import { ApiError } from '../../../api/call.ts'
import type { LocalCopy } from '../article-local-copy.ts'
import type { SessionPorts } from '../article-session-state.ts'

export const person = { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Li Wei' }

export const stored = (fields: Partial<Article> = {}): Article =>
  ({
    ...emptyArticleFields,
    id: '0198c0de-0000-7000-8000-000000000001',
    version: 1,
    status: 'draft',
    updatedAt: '2026-01-01T12:04:00.000Z',
    updatedBy: person,
    ...fields,
  }) as Article

/** A server of one article that trims titles, refuses stale versions, can be switched off, and can lose its answers. */
export function oneArticleServer(start?: Article) {
  const server = {
    article: start,
    online: true,
    answers: true,
    /** By the key of the call that made it. */
    made: new Map<string, Article>(),
    saves: [] as Record<string, unknown>[],
    kept: new Map<string, LocalCopy>(),
  }
  const write = (body: Record<string, unknown>) => {
    if (!server.online) throw new ApiError('offline')
    server.saves.push(body)
    const { version: _version, reason: _reason, ...fields } = body
    const title = typeof fields['title'] === 'string' ? { title: fields['title'].trim() } : {}
    server.article = stored({ ...server.article, ...fields, ...title, version: (server.article?.version ?? 0) + 1 })
    return server.article
  }
  const ports: SessionPorts = {
    create: async (body, key) => {
      if (!server.online) throw new ApiError('offline')
      if (!server.made.has(key)) server.made.set(key, write(body))
      if (!server.answers) throw new ApiError('offline')
      return server.article!
    },
    edit: async (_id, body) => {
      if (server.online && body.version !== server.article?.version) {
        throw new ApiError('stale_version', {
          code: 'stale_version',
          status: 409,
          current: server.article,
          changedBy: person.name,
        } as Problem)
      }
      return write(body)
    },
    keep: async (id, copy) => Boolean(server.kept.set(id ?? 'new', copy)),
    drop: async (id) => void server.kept.delete(id ?? 'new'),
    flush: () => {},
  }
  return { server, ports }
}
