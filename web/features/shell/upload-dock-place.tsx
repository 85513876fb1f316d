import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { readToken } from '../../api/session-token.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useWarnBeforeLeaving } from '../../ui/form-frame.tsx'
import { useArrivals, useUploads } from '../media/upload/upload-place.ts'
import { isUnfinished, uploadQueue } from '../media/upload/upload-queue.ts'

const UploadDock = lazyPart(async () => (await import('../media/upload/upload-dock.tsx')).UploadDock)

/** Uploads go on whichever screen is in front; what is on its way is shown below it. */
export function UploadDockPlace() {
  const navigate = useNavigate()
  const { uploads, interrupted } = useUploads()
  const shown = uploads.filter(({ place }) => place === undefined)
  useArrivals()
  useWarnBeforeLeaving(uploads.some(isUnfinished))
  useEffect(
    () => () => {
      if (readToken() === null) uploadQueue.reset()
    },
    [],
  )
  if (shown.length === 0 && interrupted.length === 0) return null
  return <UploadDock uploads={shown} interrupted={interrupted} onShow={(path) => void navigate(path)} />
}
