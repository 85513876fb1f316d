import { useLingui } from '@lingui/react/macro'
import { isCancel } from 'axios'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { uploadMedia, useMediaChanged } from './media-api.ts'
import { checkFile, useUploadProblem } from './upload-problem.ts'

const AT_ONCE = 2

export type Upload = {
  key: number
  file: File
  /** Address of the file in this browser, for a preview. */
  preview: string
  /** `processing`: all is sent, the server makes the sizes. `existing`: the library had it already. */
  state: 'waiting' | 'sending' | 'processing' | 'failed' | 'existing'
  /** 0 to 1 of the bytes. */
  part: number
  error?: unknown
}

export type UploadQueue = {
  uploads: readonly Upload[]
  add: (files: readonly File[]) => void
  /** Stops it if it runs, and takes it off the list. */
  remove: (key: number) => void
  retry: (key: number) => void
}

let lastKey = 0

/**
 * Uploads files a few at a time. Those that worked leave the list; the rest stay until the person takes them off.
 * Leaving the screen does not stop what is on its way; what fails then is said in a toast.
 */
export function useUploadQueue(onUploaded: (media: Media) => void): UploadQueue {
  const { t } = useLingui()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const changed = useMediaChanged()
  const problem = useUploadProblem()
  const running = useRef(new Map<number, AbortController>())
  const waiting = useRef<Upload[]>([])
  const here = useRef(true)
  const say = (name: string, error: unknown) => {
    const sentence = problem(error)
    return t`“${name}” was not uploaded. ${sentence}`
  }
  const latest = useRef({ onUploaded, say })
  useEffect(() => {
    latest.current = { onUploaded, say }
  })
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  const patch = useCallback(
    (key: number, change: Partial<Upload>) =>
      setUploads((list) => list.map((upload) => (upload.key === key ? { ...upload, ...change } : upload))),
    [],
  )
  const drop = useCallback((key: number) => {
    setUploads((list) => {
      const gone = list.find((upload) => upload.key === key)
      if (gone) URL.revokeObjectURL(gone.preview)
      return list.filter((upload) => upload.key !== key)
    })
  }, [])

  const next = useCallback(
    function sendNext() {
      const send = async ({ key, file }: Upload) => {
        const controller = new AbortController()
        running.current.set(key, controller)
        patch(key, { state: 'sending', part: 0, error: undefined })
        try {
          const media = await uploadMedia(file, {
            signal: controller.signal,
            onProgress: (part) => patch(key, part < 1 ? { part } : { part, state: 'processing' }),
          })
          changed(media)
          if (media.existing) patch(key, { state: 'existing' })
          else drop(key)
          if (here.current) latest.current.onUploaded(media)
        } catch (error) {
          if (isCancel(error)) return
          patch(key, { state: 'failed', error })
          if (!here.current) notifyFailure(latest.current.say(file.name, error))
        } finally {
          running.current.delete(key)
          sendNext()
        }
      }
      while (running.current.size < AT_ONCE) {
        const upload = waiting.current.shift()
        if (!upload) return
        void send(upload)
      }
    },
    [changed, drop, patch],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file): Upload => {
        const error = checkFile(file)
        const preview = URL.createObjectURL(file)
        return { key: ++lastKey, file, preview, part: 0, state: error ? 'failed' : 'waiting', ...(error && { error }) }
      })
      setUploads((list) => [...list, ...added])
      waiting.current.push(...added.filter(({ state }) => state === 'waiting'))
      next()
    },
    [next],
  )
  const remove = useCallback(
    (key: number) => {
      waiting.current = waiting.current.filter((upload) => upload.key !== key)
      running.current.get(key)?.abort()
      drop(key)
    },
    [drop],
  )
  const retry = useCallback(
    (key: number) => {
      const again = uploads.find((upload) => upload.key === key)
      if (!again) return
      patch(key, { state: 'waiting' })
      waiting.current.push(again)
      next()
    },
    [next, patch, uploads],
  )
  return { uploads, add, remove, retry }
}
