import type { SourceItem } from './import-records.ts'

/**
 * Where the old site showed an article: `/:slug/`, or as Ghost 1 was set up. Later versions keep other addresses in a file of
 * their own, which is not in an export.
 */
export function permalinkOf(setting: string, timeZone: string) {
  const pattern = setting.startsWith('/') ? setting : '/:slug/'
  return ({ slug, type, publishedAt, authors, terms }: SourceItem, address: string): string => {
    if (!slug) return ''
    const [year = '', month = '', day = ''] = dateOf(publishedAt, timeZone)
    const tag = terms.find(({ taxonomy }) => taxonomy === 'post_tag')?.slug ?? 'all'
    const values: Record<string, string> = { slug, year, month, day, author: authors[0] ?? '', primary_tag: tag }
    const path = (type === 'page' ? '/:slug/' : pattern).replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
    // Something that is not known leads nowhere.
    return path.includes('//') ? '' : address + path
  }
}

/** Year, month and day where the site was. */
function dateOf(time: string | undefined, timeZone: string): string[] {
  if (!time) return []
  const of = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(time)).split('-')
  try {
    return of(timeZone || 'UTC')
  } catch {
    return of('UTC')
  }
}
