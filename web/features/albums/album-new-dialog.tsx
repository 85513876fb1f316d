import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type Album, AlbumFields } from '#contract/albums.ts'
import { Day } from '#contract/text.ts'
import { useSubmitForm } from '../../entity/drafts/submit-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { FormFailure } from '../../entity/form-failure.tsx'
import { useCreateAlbum, useEditAlbum } from './album-api.ts'
import { AlbumEventDate } from './album-event-date.tsx'
import { AlbumPhotographer } from './album-photographer.tsx'
import { useDayText } from './album-words.ts'

const Values = AlbumFields.pick({ title: true, place: true, photographer: true }).extend({
  eventDate: z.union([Day, z.literal('')]),
})

type Props = { title?: string; onCreated: (album: Album) => void; onClose: () => void }

/** The first facts of a new album; its photos come on its own screen. */
export function AlbumNewDialog({ title = '', onCreated, onClose }: Props) {
  const { t } = useLingui()
  const dayText = useDayText()
  const create = useCreateAlbum()
  const edit = useEditAlbum()
  const { form, draft, notices, failure, submit } = useSubmitForm<Album, z.input<typeof Values>>({
    entity: undefined,
    schema: Values,
    valuesOf: (album) => ({
      title: album?.title ?? '',
      eventDate: album?.eventDate ?? '',
      place: album?.place ?? '',
      photographer: album?.photographer ?? null,
    }),
    shown: {
      title: { label: t`Title` },
      eventDate: { label: t`Date of the event`, show: (day) => day && dayText(day) },
      place: { label: t`Place` },
      photographer: { label: t`Photographer`, show: (id) => id && t`another person` },
    },
    draftKey: 'album/new',
    save: (base, { eventDate, ...fields }, _changed, key) => {
      const values = { ...fields, eventDate: eventDate || null }
      // Made by a call that was not answered, and changed here since.
      if (base) return edit.mutateAsync({ id: base.id, version: base.version, values })
      return create.mutateAsync({ body: values, key })
    },
    onSaved: onCreated,
  })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  // Where a search found no album, its words are the title.
  useEffect(() => {
    if (title) draft.change({ title })
  }, [draft, title])
  return (
    <FormDialog
      title={t`New album`}
      submitLabel={<Trans>Create the album</Trans>}
      onSubmit={async () => {
        await submit()
        return false
      }}
      onClose={onClose}
      onCancel={cancel}
    >
      {notices}
      {failure !== undefined && (
        <Alert color="red" role="alert">
          <FormFailure error={failure} />
        </Alert>
      )}
      <TextInput
        label={t`Title`}
        required
        maxLength={160}
        data-autofocus
        error={form.errorOf('title')}
        {...form.register('title')}
      />
      <Group grow align="flex-start" gap="md" preventGrowOverflow={false} style={{ flexWrap: 'wrap' }}>
        <AlbumEventDate
          control={form.control}
          name="eventDate"
          label={t`Date of the event`}
          error={form.errorOf('eventDate')}
        />
        <TextInput
          miw={160}
          label={t`Place`}
          maxLength={160}
          error={form.errorOf('place')}
          {...form.register('place')}
        />
      </Group>
      <Controller
        control={form.control}
        name="photographer"
        render={({ field }) => (
          <AlbumPhotographer
            value={field.value}
            name={null}
            onChange={field.onChange}
            error={form.errorOf('photographer')}
          />
        )}
      />
    </FormDialog>
  )
}
