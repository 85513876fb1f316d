import { allows } from '#contract/permissions.ts'
import { queueMail, type LetterWriter, type MailKind } from '../../mail/mail-outbox.ts'
import { emailKeyOf } from '../users/user-queries.ts'
import { returnMailText } from './article-mail-texts.ts'
import type { LockedArticle } from './article-save-commands.ts'

/**
 * Mails whoever submitted the article, or else started it, that it was returned or is no longer scheduled; not to the person
 * who does that.
 */
export async function queueReturnMail({ trx, actor, row }: LockedArticle, note: string): Promise<void> {
  const writer = row.submittedBy ?? row.createdBy
  if (!actor || !writer || writer === actor.id) return
  const account = await trx.selectFrom('userAccount').select('email').where('id', '=', writer).executeTakeFirst()
  if (!account) return
  await queueMail(trx, 'article_returned', emailKeyOf(account.email), {
    article: row.id,
    note,
    by: actor.name,
    from: row.status,
  })
}

/** Writes the mails about articles: of a return only while the article is still returned with this note. */
export const articleLetters: Record<Extract<MailKind, 'article_returned'>, LetterWriter> = {
  async article_returned({ db, config }, { recipient, payload }) {
    const { article = '', note = '', by = '', from = '' } = payload
    const reader = await db
      .selectFrom('userAccount')
      .select(['email', 'locale', 'role'])
      .where('emailKey', '=', recipient)
      .where('status', '=', 'active')
      .executeTakeFirst()
    const returned = await db
      .selectFrom('article')
      .select(['title', 'status'])
      .where('id', '=', article)
      .where('deletedAt', 'is', null)
      .where('submittedAt', 'is', null)
      .where('returnNote', '=', note)
      .where((row) => row.or([row('status', '=', 'draft'), row('hasChanges', '=', true)]))
      .executeTakeFirst()
    if (!reader || !allows(reader.role, 'articles.write') || !returned) return undefined
    const { title, status } = returned
    const link = `${config.publicUrl}/jCore/article/${article}`
    const what = status === 'published' ? 'changes' : from === 'scheduled' ? 'schedule' : 'article'
    const text = returnMailText(reader.locale, { title, note, by, link, what })
    return { to: reader.email, ...text }
  },
}
