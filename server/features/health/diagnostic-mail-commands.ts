import type { Locale } from '#contract/locale.ts'
import type { LetterWriter } from '../../mail/mail-outbox.ts'
import { zh } from '../../mail/chinese-text.ts'

const texts: Record<Locale, (by: string, link: string) => { subject: string; text: string }> = {
  en: (by, link) => ({
    subject: `${by} sent connection diagnostics`,
    text: `${by} measured the connection to the server and asks you to look at it:\n${link}`,
  }),
  'zh-CN': (by, link) => ({
    subject: zh`${by} 发来了连接诊断`,
    text: zh`${by} 测量了与服务器的连接，请您查看：\n${link}`,
  }),
}

/** Tells an administrator that someone sent a measurement. */
export const writeDiagnosticMail: LetterWriter = async ({ db, config }, { recipient, payload }) => {
  const reader = await db
    .selectFrom('userAccount')
    .select(['email', 'locale'])
    .where('emailKey', '=', recipient)
    .where('status', '=', 'active')
    .where('role', '=', 'administrator')
    .executeTakeFirst()
  if (!reader) return undefined
  const by = (payload['by'] ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return { to: reader.email, ...texts[reader.locale](by, `${config.publicUrl}/jCore/health/diagnostic`) }
}
