import type { Article } from '#contract/articles.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { requireEditable, differsFromLive, slugRace } from './article-commands.ts'
import { mergeContent } from './article-content-rules.ts'
import { withoutDeadReferences } from './article-reference-commands.ts'
import { findRevision } from './article-revision-queries.ts'
import { lockArticleForUpdate, replyWith, saveArticle } from './article-save-commands.ts'
import { claimNearSlug } from './article-slug-commands.ts'

/** Makes a historic text the newest one, as a new version: the state and the times of the article stay. */
export const restoreRevision = (
  { db }: Services,
  actor: Actor,
  id: string,
  revisionId: string,
  version: number,
): Promise<Article> =>
  slugRace(() =>
    db.transaction().execute(async (trx) => {
      const locked = await lockArticleForUpdate(trx, actor, id, 'articles.write', version)
      requireEditable(actor, locked)
      const revision = await findRevision(trx, id, revisionId)
      if (!revision) throw new ProblemError('not_found')
      const { publishAt, unpublishAt } = locked.content
      const alive = await withoutDeadReferences(trx, mergeContent(null, revision.content))
      const content = { ...alive, publishAt, unpublishAt, slug: await claimNearSlug(trx, alive.slug, id) }
      await saveArticle(locked, {
        reason: 'restore',
        content,
        columns: { hasChanges: await differsFromLive(locked, content) },
      })
      await recordAudit(trx, actor, {
        action: 'restoreRevision',
        entityType: 'article',
        entityId: id,
        entityTitle: content.title,
        after: { version: revision.version },
      })
      return replyWith(trx, actor, id)
    }),
  )
