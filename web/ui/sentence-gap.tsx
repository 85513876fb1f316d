import { useLingui } from '@lingui/react'

/** The separator of two sentences of one text: a space, and in Chinese nothing. */
export function SentenceGap() {
  const { i18n } = useLingui()
  return i18n.locale.startsWith('zh') ? null : ' '
}
