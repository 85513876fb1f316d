import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { mediaEndpoints } from '#contract/media.ts'
import { call } from '../../../api/call.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { useMediaChanged } from '../media-api.ts'

/**
 * Gives the library the alt text that a picture got in an article, if it has none there and the person may edit it, and says
 * so. A text that is there is never replaced: the version that was read must still be the newest.
 */
export function useAltForLibrary(): (id: string, alt: string) => Promise<void> {
  const { t } = useLingui()
  const changed = useMediaChanged()
  return useCallback(
    async (id, alt) => {
      const text = alt.trim()
      if (!text) return
      try {
        const { version, name, alt: there, can } = await call(mediaEndpoints.view, { params: { id } })
        if (there || !can.write) return
        changed(await call(mediaEndpoints.edit, { params: { id }, body: { version, alt: text } }))
        notifyDone(t`The library has this alt text now, too: “${name}” had none.`)
      } catch {
        // The article has the text; the library asks for it where pictures without one are listed.
      }
    },
    [t, changed],
  )
}
