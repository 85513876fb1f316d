import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/session.ts'
import { knownSite } from './known-site.ts'

/** English texts are where they are used. */
const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => Promise.resolve({ messages: {} }),
  'zh-CN': () => import('./locales/zh-CN.ts'),
}

const STORED = 'copydesk.locale'

/** The language that was chosen in this browser, if one was. */
export function chosenLocale(): Locale | undefined {
  const stored = localStorage.getItem(STORED)
  return stored === 'en' || stored === 'zh-CN' ? stored : undefined
}

/** The language to begin with: the one chosen here before, else the site's as it was known the last time, else the browser's. */
export function preferredLocale(): Locale {
  const chosen = chosenLocale()
  if (chosen) return chosen
  const { locale } = knownSite()
  if (locale === 'en' || locale === 'zh-CN') return locale
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

/** Loads the language's texts and switches every mounted screen to it, without losing what is typed. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Switches the language and remembers it in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORED, locale)
  await activateLocale(locale)
}

export { i18n }
