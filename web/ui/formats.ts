/**
 * The browser's formats, each made once for its language and options: making one takes a thousand times as long as using it,
 * and a list needs several for each of its rows.
 */
function remembered<Options, Format>(make: (locale: string, options: Options | undefined) => Format) {
  const made = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = made.get(key)
    if (known) return known
    const format = make(locale, options)
    made.set(key, format)
    return format
  }
}

export const dateFormat = remembered(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
)
/** Whether clocks of the region say AM and PM. */
export const hasHalves = (locale: string): boolean =>
  dateFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
/** Hour and minute in the one form that all times have: 9:05 AM, and 09:05 on clocks of 24 hours. */
export const clockParts = remembered(
  (locale, _none: undefined) => ({ hour: hasHalves(locale) ? 'numeric' : '2-digit', minute: '2-digit' }) as const,
)
export const numberFormat = remembered((locale, options: Intl.NumberFormatOptions | undefined) => {
  const made = new Intl.NumberFormat(locale, options)
  return options?.style === 'unit' ? spaced(made, locale) : made
})
export const listFormat = remembered(
  (locale, options: Intl.ListFormatOptions | undefined) => new Intl.ListFormat(locale, options),
)
export const relativeTimeFormat = remembered((locale, options: Intl.RelativeTimeFormatOptions | undefined) =>
  spaced(new Intl.RelativeTimeFormat(locale, options), locale),
)

/** Chinese texts have a space between digits and characters; browsers write “5分钟”. */
function spaced<Format extends { format: (...values: never[]) => string }>(made: Format, locale: string): Format {
  if (!locale.startsWith('zh')) return made
  const write = made.format.bind(made)
  const format = (...values: Parameters<Format['format']>) =>
    write(...values).replace(/(?<=\d)(?=\p{Script=Han})/gu, ' ')
  return Object.defineProperty(made, 'format', { value: format })
}

/** A Chinese sentence with values put into it: some end in characters (“100 毫秒”), which have no space before the next one. */
export const withoutChineseGaps = (text: string): string => text.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
