import { useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { whenFirstScreenIsShown } from '../../ui/parts.ts'

const UploadDockPlace = lazyPart(async () => (await import('./upload-dock-place.tsx')).UploadDockPlace, { quiet: true })

/** Where uploads are shown, whichever screen is in front. Nothing is uploaded before the first screen is there. */
export function UploadDockSlot() {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    let isGone = false
    void whenFirstScreenIsShown.then(() => isGone || setLater(true))
    return () => {
      isGone = true
    }
  }, [])
  return isLater && <UploadDockPlace />
}
