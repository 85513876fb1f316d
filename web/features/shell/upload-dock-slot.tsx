import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { readToken } from '../../api/session-token.ts'
import { useWarnBeforeLeaving } from '../../ui/form-frame.tsx'
import { useArrivals, useUploads } from '../media/upload/upload-place.ts'
import { isUnfinished, uploadQueue } from '../media/upload/upload-queue.ts'

const UploadDock = lazy(async () => ({ default: (await import('../media/upload/upload-dock.tsx')).UploadDock }))

/** Uploads go on whichever screen is in front; what is on its way is shown below it. */
export function UploadDockSlot() {
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
  return (
    <Suspense>
      <UploadDock uploads={shown} interrupted={interrupted} onShow={(path) => void navigate(path)} />
    </Suspense>
  )
}
