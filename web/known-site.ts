import type { Site } from '#contract/session.ts'

const STORED = 'copydesk.site'
const UNKNOWN: Site = { name: '', logo: null, timeZone: 'UTC', locale: null }
let read: { text: string | null; site: Site } | undefined

/** The site as this browser knew it the last time, so that its name and logo are there at once. */
export function knownSite(): Site {
  const text = localStorage.getItem(STORED)
  if (read?.text !== text) read = { text, site: parsed(text) }
  return read.site
}

function parsed(text: string | null): Site {
  try {
    return { ...UNKNOWN, ...(JSON.parse(text ?? '{}') as Partial<Site>) }
  } catch {
    return UNKNOWN
  }
}

export const rememberSite = (site: Site): void => localStorage.setItem(STORED, JSON.stringify(site))
