import type { Locale } from '#contract/session.ts'
import { zh } from '../../mail/chinese-text.ts'

type Returned = {
  title: string
  note: string
  by: string
  link: string
  /** What was returned; `schedule`: it was approved, and is no longer scheduled. */
  what: 'article' | 'changes' | 'schedule'
}

/** What the mail about a returned article says, in the reader's language. The subject is one line, whatever the title holds. */
export function returnMailText(locale: Locale, given: Returned): { subject: string; text: string } {
  const title = given.title.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return texts[locale]({ ...given, title })
}

const texts: Record<Locale, (returned: Returned) => { subject: string; text: string }> = {
  en: ({ title, note, by, link, what }) => {
    const name = title ? `“${title}”` : 'an article without a title'
    const said = {
      article: `${by} returned your article ${name}.`,
      changes: `${by} returned your changes of ${name}. Readers still see the published version.`,
      schedule: `${by} cancelled the schedule of your article ${name}. It is a draft again and will not go out by itself.`,
    }
    const noteTitle = what === 'schedule' ? 'Why:' : 'What should change:'
    return {
      subject: what === 'schedule' ? `No longer scheduled: ${name}` : `Returned to you: ${name}`,
      text: `${said[what]}
${note ? `\n${noteTitle}\n${note}\n` : `There is no note about why. Ask ${by}, if it is not clear.\n`}
Open it here:
${link}`,
    }
  },
  'zh-CN': ({ title, note, by, link, what }) => {
    const name = title ? `《${title}》` : '（无标题）'
    const subjects = { article: '文章已退回', changes: '改动已退回', schedule: '已取消定时发布' }
    const said = {
      article: zh`${by} 退回了您的文章${name}。`,
      changes: zh`${by} 退回了您对文章${name}的改动。读者看到的仍是已发布的版本。`,
      schedule: zh`${by} 取消了您的文章${name}的定时发布。文章已恢复为草稿，不会自动发布。`,
    }
    const noteTitle = what === 'schedule' ? '原因：' : '需要修改的内容：'
    return {
      subject: zh`${subjects[what]}：${name}`,
      text: zh`${said[what]}
${note ? `\n${noteTitle}\n${note}\n` : zh`没有附上说明。如不清楚原因，请询问 ${by}。\n`}
请在此处打开：
${link}`,
    }
  },
}
