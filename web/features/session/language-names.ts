import type { Locale } from '#contract/session.ts'

/** Each language under its own name. */
export const languageNames: readonly { value: Locale; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
]
