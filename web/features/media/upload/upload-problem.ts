import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { imageTypes, MEDIA_MAX_BYTES } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { isAdministrator, useProblemText } from '../../../api/problem-text.tsx'

const emptyFile = new ApiError('unreadable_file', {
  type: '',
  title: '',
  status: 400,
  code: 'unreadable_file',
  requestId: '',
  fields: [{ path: 'file', code: 'empty', message: '' }],
})

/** What can be said against a file before it is sent; undefined: nothing. */
export function checkFile(file: File): ApiError | undefined {
  if (file.size > MEDIA_MAX_BYTES) return new ApiError('too_large')
  if (file.size === 0) return emptyFile
  // Some systems name no type; the server looks at the bytes anyway.
  if (file.type && !(imageTypes as readonly string[]).includes(file.type)) return new ApiError('unsupported_media_type')
  return undefined
}

const waited = new Set(['offline', 'busy', 'too_many_requests', 'wrong_offset'])
const passing = new Set([...waited, 'unexpected', 'storage_full', 'not_signed_in', 'not_found'])

/** Whether it is enough to wait: no one has to do anything about it. */
export const passesByItself = (error: unknown): boolean => error instanceof ApiError && waited.has(error.code)

/** Whether sending the same file again could work. */
export const worthRetrying = (error: unknown): boolean => error instanceof ApiError && passing.has(error.code)

/** Why a picture was not taken, and what to do, in the person's language. */
export function useUploadProblem(): (error: unknown) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return useCallback(
    (error) => {
      const known = error instanceof ApiError ? error : undefined
      if (known?.code === 'too_large') return t`Larger than 25 MB. Make it smaller and try again.`
      if (known?.code === 'unsupported_media_type')
        return t`The library does not accept this type of file. Use JPEG, PNG, WebP, AVIF or GIF.`
      if (known?.code === 'storage_full' && !isAdministrator())
        return t`The server’s disk is full. Tell an administrator, then try again.`
      if (known?.code !== 'unreadable_file') return problemText(error).sentence
      switch (known.problem?.fields?.[0]?.code) {
        case 'too_many_pixels':
          return t`More than 50 megapixels. Scale it down and try again.`
        case 'side_too_long':
          return t`One side is too long: at most 65,535 pixels, in WebP and AVIF 16,383. Scale it down and try again.`
        case 'empty':
          return t`The file is empty.`
        default:
          return t`The picture is damaged or incomplete.`
      }
    },
    [t, problemText],
  )
}
