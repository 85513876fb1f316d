import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { AlbumState } from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import { dateFormat } from '../../ui/formats.ts'

export const albumStateNames = {
  draft: msg`Draft`,
  published: msg`Published`,
  archived: msg`Archived`,
  trashed: msg`Trash`,
} as const

export const albumStateOf = ({ status, deletedAt }: Pick<Album, 'status' | 'deletedAt'>): AlbumState =>
  deletedAt ? 'trashed' : status

/** A day of the calendar as the person's language writes it; it has no time zone. */
export function useDayText(): (day: string) => string {
  const { i18n } = useLingui()
  return useCallback(
    (day) => dateFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    [i18n.locale],
  )
}
