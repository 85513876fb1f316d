const MONDAY = 1
type Week = { getWeekInfo?: () => { firstDay: number } }

/** The day that weeks begin on. 0 is Sunday, as in the United States; in China it is Monday. */
export const firstWeekdayOf = (locale: string) =>
  (locale === 'zh-CN' ? MONDAY : ((new Intl.Locale(locale) as Week).getWeekInfo?.().firstDay ?? 0) % 7) as 0 | 1 | 6
