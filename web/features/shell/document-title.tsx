import { useEffect } from 'react'
import { useHeading } from '../../ui/screen.tsx'

/** `<screen title> · Copydesk`, with a dot before it while something is unsaved. */
export function DocumentTitle() {
  const { title, unsaved } = useHeading()
  useEffect(() => {
    document.title = `${unsaved ? '● ' : ''}${title ? `${title} · ` : ''}Copydesk`
  }, [title, unsaved])
  return null
}
