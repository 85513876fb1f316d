import { useEffect, useLayoutEffect } from 'react'
import { useHeading } from '../../ui/screen.tsx'

/** `<screen title> · Copydesk`, with a dot before it while something is unsaved. */
export function DocumentTitle() {
  const { title, unsaved } = useHeading()
  useEffect(() => {
    document.title = `${unsaved ? '● ' : ''}${title ? `${title} · ` : ''}Copydesk`
  }, [title, unsaved])
  // The frame that index.html shows until the first screen has a name.
  useLayoutEffect(() => {
    if (!title) return
    document.getElementById('boot')?.remove()
    document.documentElement.removeAttribute('data-boot')
  }, [title])
  return null
}
