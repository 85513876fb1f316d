import type { Locale } from '#contract/session.ts'
import { ownedKinds, type HandedOver, type OwnedKind } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import { queueMail, type LetterWriter, type MailKind } from '../../mail/mail-outbox.ts'
import { emailKeyOf } from './user-queries.ts'
import { zh } from '../../mail/chinese-text.ts'

type Given = { to: { id: string; email: string }; from: string; by: { id: string; name: string } }

/** Mails whoever was given something what it is; not to the person who did it. */
export async function queueHandOverMail(trx: Db, { to, from, by }: Given, counts: HandedOver['counts']): Promise<void> {
  if (to.id === by.id) return
  await queueMail(trx, 'handed_over', emailKeyOf(to.email), { from, by: by.name, counts: JSON.stringify(counts) })
}

/** Writes that mail, while the receiver may sign in. */
export const handOverLetters: Record<Extract<MailKind, 'handed_over'>, LetterWriter> = {
  async handed_over({ db, config }, { recipient, payload: { from = '', by = '', counts = '{}' } }) {
    const reader = await db
      .selectFrom('userAccount')
      .select(['email', 'locale'])
      .where('emailKey', '=', recipient)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (!reader) return undefined
    const link = `${config.publicUrl}/edit`
    return { to: reader.email, ...texts[reader.locale]({ from, by, link, counts: JSON.parse(counts) as Counts }) }
  },
}

type Counts = HandedOver['counts']
type Text = { from: string; by: string; link: string; counts: Counts }

/** One line for each kind of which there is something. */
const linesOf = (counts: Counts, line: (kind: OwnedKind, count: number) => string): string =>
  ownedKinds.flatMap((kind) => (counts[kind] ? [line(kind, counts[kind])] : [])).join('\n')

const english: Record<OwnedKind, [one: string, more: string]> = {
  articles: ['article', 'articles'],
  albums: ['album', 'albums'],
  media: ['media file', 'media files'],
  ads: ['ad', 'ads'],
  views: ['shared view', 'shared views'],
  invitations: ['open invitation', 'open invitations'],
  previewLinks: ['preview link', 'preview links'],
}
const chinese: Record<OwnedKind, string> = {
  articles: '篇文章',
  albums: '个相册',
  media: '个媒体文件',
  ads: '个广告',
  views: '个共享视图',
  invitations: '个有效邀请',
  previewLinks: '个预览链接',
}

const texts: Record<Locale, (given: Text) => { subject: string; text: string }> = {
  en: ({ from, by, link, counts }) => ({
    subject: `Handed over to you from ${from}`,
    text: `${by} handed over to you what ${from} owned:

${linesOf(counts, (kind, count) => `${count} ${english[kind][count === 1 ? 0 : 1]}`)}

You may edit it as your own. Bylines stay as they are. Start here:
${link}`,
  }),
  'zh-CN': ({ from, by, link, counts }) => ({
    subject: zh`${from} 的内容已移交给您`,
    text: zh`${by} 已将 ${from} 名下的内容移交给您：

${linesOf(counts, (kind, count) => zh`${count} ${chinese[kind]}`)}

您可以像编辑自己的内容一样编辑它们，作者署名保持不变。请从这里开始：
${link}`,
  }),
}
