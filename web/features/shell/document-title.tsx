import { useEffect, useLayoutEffect } from 'react'
import { useHeading } from '../../ui/screen.tsx'
import { useSiteName } from '../session/site.ts'

/** `<screen title> · Copydesk`, or the name of the site in its place, with a dot before it while something is unsaved. */
export function DocumentTitle() {
  const { title, unsaved } = useHeading()
  const site = useSiteName()
  useEffect(() => {
    document.title = `${unsaved ? '● ' : ''}${title ? `${title} · ` : ''}${site}`
  }, [title, unsaved, site])
  // The frame that index.html shows until the first screen has a name.
  useLayoutEffect(() => {
    if (!title) return
    document.getElementById('boot')?.remove()
    document.documentElement.removeAttribute('data-boot')
  }, [title])
  return null
}
