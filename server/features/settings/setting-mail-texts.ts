import type { Locale } from '#contract/locale.ts'
import { zh } from '../../mail/chinese-text.ts'

const texts: Record<Locale, (name: string, link: string) => { subject: string; text: string }> = {
  en: (name, link) => ({
    subject: `Test mail from ${name}`,
    text: `This is a test: mails from ${name} arrive.\n\nIt was sent from the settings:\n${link}`,
  }),
  'zh-CN': (name, link) => ({
    subject: zh`来自 ${name} 的测试邮件`,
    text: zh`这是一封测试邮件，说明 ${name} 的邮件可以送达。\n\n邮件从设置页面发出：\n${link}`,
  }),
}

/** What the test mail says. */
export const testMailText = (locale: Locale, name: string, link: string) => texts[locale](name, link)
