import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { imageTypes, MEDIA_MAX_BYTES } from '#contract/media.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'

/** What can be said against a file before it is sent; undefined: nothing. */
export function checkFile(file: File): ApiError | undefined {
  if (file.size > MEDIA_MAX_BYTES) return new ApiError('too_large')
  // Some systems name no type; the server looks at the bytes anyway.
  if (file.type && !(imageTypes as readonly string[]).includes(file.type)) return new ApiError('unsupported_media_type')
  return undefined
}

const passing = new Set(['offline', 'busy', 'unexpected', 'storage_full', 'not_signed_in', 'too_many_requests'])

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
        return t`Not a picture the library takes. Use JPEG, PNG, WebP, AVIF or GIF.`
      if (known?.code !== 'unreadable_file') return problemText(error).sentence
      switch (known.problem?.fields?.[0]?.code) {
        case 'too_many_pixels':
          return t`More than 50 megapixels. Scale it down and try again.`
        case 'empty':
          return t`The file is empty.`
        default:
          return t`The picture is damaged or incomplete.`
      }
    },
    [t, problemText],
  )
}
