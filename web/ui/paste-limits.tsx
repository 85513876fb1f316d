import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { notifyFailure } from './notify.tsx'

/**
 * Says that a pasted text is longer than its field, of which the browser keeps the beginning only and says nothing. Mounted once,
 * inside the Lingui provider.
 */
export function PasteLimits() {
  const { t } = useLingui()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const left = event.defaultPrevented ? 0 : leftOut(event)
      if (left)
        notifyFailure(
          t`${plural(left, {
            one: 'The pasted text is longer than the field: # character at its end was left out.',
            other: 'The pasted text is longer than the field: # characters at its end were left out.',
          })}`,
        )
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [t])
  return null
}

/** How many characters of what is pasted do not fit. */
function leftOut({ target, clipboardData }: ClipboardEvent): number {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || target.maxLength < 0 || target.readOnly || target.disabled) return 0
  const { value, selectionStart, selectionEnd, maxLength } = target
  const given = clipboardData?.getData('text/plain') ?? ''
  const text = target instanceof HTMLInputElement ? given.replace(/[\r\n]/g, '') : given.replaceAll('\r\n', '\n')
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
  return Math.max(0, text.length - Math.max(0, maxLength - value.length + replaced))
}
