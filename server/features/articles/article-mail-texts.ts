import type { Locale } from '#contract/session.ts'

type Returned = { title: string; note: string; by: string; link: string; ofChanges: boolean }

/** What the mail about a returned article says, in the reader's language. The subject is one line, whatever the title holds. */
export function returnMailText(locale: Locale, given: Returned): { subject: string; text: string } {
  const title = given.title.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return texts[locale]({ ...given, title })
}

const texts: Record<Locale, (returned: Returned) => { subject: string; text: string }> = {
  en: ({ title, note, by, link, ofChanges }) => {
    const name = title ? `“${title}”` : 'an article without a title'
    return {
      subject: `Returned to you: ${name}`,
      text: `${by} returned your ${ofChanges ? `changes of ${name}. Readers still see the published version.` : `article ${name}.`}
${note && `\nWhat should change:\n${note}\n`}
Open it here:
${link}`,
    }
  },
  'zh-CN': ({ title, note, by, link, ofChanges }) => {
    const name = title ? `《${title}》` : '（无标题）'
    return {
      subject: `${ofChanges ? '修改' : '文章'}已退回：${name}`,
      text: `${by} 退回了您${ofChanges ? `对文章${name}的修改。读者看到的仍是已发布的版本。` : `的文章${name}。`}
${note && `\n需要修改的内容：\n${note}\n`}
请在此处打开：
${link}`,
    }
  },
}
