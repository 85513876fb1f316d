import type { AuditEvent } from '#contract/audit.ts'
import { paths } from '../../paths.ts'

/** Where an item is edited; undefined for what has no screen of its own, or is certainly gone. */
export function itemPath({ type, entityId, action, title }: AuditEvent): string | undefined {
  if (!entityId || !title || action === 'purge') return undefined
  if (type === 'article') return paths.article(entityId)
  if (type === 'author') return paths.author(entityId)
  if (type === 'tag') return paths.tag(entityId)
  if (type === 'album') return paths.album(entityId)
  if (type === 'ad') return paths.ad(entityId)
  if (type === 'category') return paths.categories
  if (type === 'user') return `${paths.users}?user=${entityId}`
  return undefined
}
