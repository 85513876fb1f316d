/** The languages of the console and of mails. */
export const locales = ['en', 'zh-CN'] as const
export type Locale = (typeof locales)[number]
