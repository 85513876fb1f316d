import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/session.ts'
import { englishOf } from './english-region.ts'
import { knownSite } from './known-site.ts'
import { addPart, neededByParts } from './ui/parts.ts'

type Texts = () => Promise<{ messages: Messages }>
const NONE: Texts = () => Promise.resolve({ messages: {} })

/** English texts are where they are used. Of another language, those that the article list shows come first, apart from the rest. */
const catalogs: Record<Locale, { first: Texts; rest: Texts }> = {
  en: { first: NONE, rest: NONE },
  'zh-CN': { first: () => import('./locales/zh-CN-first.ts'), rest: () => import('./locales/zh-CN-rest.ts') },
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

/** How dates and numbers of the language are written: in English, as in the region of the browser. */
const tagOf = (locale: Locale) => (locale === 'en' ? englishOf(navigator.languages) : locale)

let active: Locale = 'en'
let needsAll = false
const complete = new Set<Locale>(['en'])

/** Loads the language's texts and switches every mounted screen to it, without losing what is typed. */
export async function activateLocale(locale: Locale): Promise<void> {
  const [{ messages }] = await Promise.all([catalogs[locale].first(), needsAll && loadRest(locale)])
  i18n.load(tagOf(locale), messages)
  active = locale
  i18n.activate(tagOf(locale))
  document.documentElement.lang = locale
  // They may have been asked for meanwhile.
  if (needsAll) await loadRest(locale)
}

/** Loads the texts that the article list does not show, too. What is there already is not loaded again. */
export async function loadAllTexts(): Promise<void> {
  needsAll = true
  await loadRest(active)
}

async function loadRest(locale: Locale): Promise<void> {
  if (complete.has(locale)) return
  const { messages } = await catalogs[locale].rest()
  if (complete.has(locale)) return
  complete.add(locale)
  i18n.load(locale, messages)
}
neededByParts(loadAllTexts)
addPart(loadAllTexts)

/** The language that is shown, without its region. */
export const activeLocale = (): Locale => active

/** Switches the language and remembers it in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORED, locale)
  await activateLocale(locale)
}

export { i18n }
