import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { z } from 'zod'
import { type Album, AlbumFields } from '#contract/albums.ts'
import { Day } from '#contract/text.ts'
import { useSubmitForm } from '../../../entity/drafts/submit-form.ts'
import { useEditAlbum, useLearnAlbum } from '../album-api.ts'
import { useDayText } from '../album-words.ts'

const Values = AlbumFields.omit({ cover: true }).extend({ eventDate: z.union([Day, z.literal('')]) })
export type AlbumValues = z.input<typeof Values>
export type AlbumField = keyof AlbumValues

const valuesOf = (album: Album): AlbumValues => ({
  title: album.title,
  description: album.description,
  eventDate: album.eventDate ?? '',
  place: album.place,
  photographer: album.photographer,
  slug: album.slug,
})

export type AlbumFormState = ReturnType<typeof useAlbumForm>

/** The texts of an album while they are edited, saved at a button; what others change meanwhile is merged. */
export function useAlbumForm(album: Album, readOnly: boolean) {
  const { t } = useLingui()
  const dayText = useDayText()
  const [savedAt, setSavedAt] = useState<Date>()
  const edit = useEditAlbum()
  const learn = useLearnAlbum()
  const look = (name: AlbumField, label: string) => ({ id: `album-${name}`, label })
  const shown = {
    title: look('title', t`Title`),
    description: look('description', t`Description`),
    eventDate: { ...look('eventDate', t`Date of the event`), show: (day: string) => day && dayText(day) },
    place: look('place', t`Place`),
    photographer: {
      ...look('photographer', t`Photographer`),
      show: (id: string | null) => id && (album.photographer === id ? album.photographerName : t`another person`),
    },
    slug: look('slug', t`Slug`),
  }
  const { form, draft, dirty, conflicts, notices, failure, submit } = useSubmitForm<Album, AlbumValues>({
    entity: album,
    schema: Values,
    valuesOf: (one) => valuesOf(one ?? album),
    shown,
    draftKey: readOnly ? undefined : `album/${album.id}`,
    save: (base, _values, { eventDate, ...changed }) =>
      edit.mutateAsync({
        id: album.id,
        version: base?.version ?? album.version,
        values: { ...changed, ...(eventDate !== undefined && { eventDate: eventDate || null }) },
      }),
    onSaved: () => setSavedAt(new Date()),
    onNewer: learn,
  })
  return {
    form,
    shown,
    dirty,
    saving: form.formState.isSubmitting,
    save: submit,
    failure,
    savedAt,
    hasConflicts: Object.keys(conflicts).length > 0,
    notices,
    discard: () => draft.discard(),
  }
}
