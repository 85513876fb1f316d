import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { ApiError } from '../../../api/call.ts'
import type { Upload } from './upload-queue.ts'
import { numberFormat } from '../../../ui/formats.ts'

/** The state of an unfinished upload, in the person's language. */
export function useUploadWords(): (upload: Upload) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    ({ state, sent, file, error }) => {
      const part = file.size === 0 ? 0 : sent / file.size
      const share = numberFormat(i18n.locale, { style: 'percent' }).format(part)
      switch (state) {
        case 'waiting':
          return t`Waiting`
        case 'paused':
          return t`Paused at ${share}`
        case 'processing':
          return t`Making the sizes…`
        case 'cut':
          return error instanceof ApiError && error.code === 'offline'
            ? t`No connection. It goes on by itself from ${share}.`
            : t`The server is busy. It goes on by itself from ${share}.`
        default:
          return t`Uploading, ${share}`
      }
    },
    [t, i18n.locale],
  )
}
