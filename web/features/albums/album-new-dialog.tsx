import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type Album, AlbumFields } from '#contract/albums.ts'
import { Day } from '#contract/text.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormFailure } from '../../entity/form-failure.tsx'
import { FormDraft } from '../taxonomy/form-draft.tsx'
import { useCreateAlbum } from './album-api.ts'
import { AlbumEventDate } from './album-event-date.tsx'
import { AlbumPhotographer } from './album-photographer.tsx'

const Values = AlbumFields.pick({ title: true, place: true, photographer: true }).extend({
  eventDate: z.union([Day, z.literal('')]),
})

type Props = { title?: string; onCreated: (album: Album) => void; onClose: () => void }

/** The first facts of a new album; its photos come on its own screen. */
export function AlbumNewDialog({ title = '', onCreated, onClose }: Props) {
  const { t } = useLingui()
  const create = useCreateAlbum()
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(Values, { title, eventDate: '', place: '', photographer: null })
  const busy = form.formState.isSubmitting
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => leave?.(), [leave])
  /** First nothing is left to keep, then the dialog goes. */
  const leaveClean = (then: () => void) => {
    form.reset()
    setLeave(() => then)
  }
  const submit = form.handleSubmit(async ({ eventDate, ...values }) => {
    setFailure(undefined)
    try {
      const album = await create.mutateAsync({ ...values, eventDate: eventDate || null })
      leaveClean(() => onCreated(album))
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })
  return (
    <Modal opened onClose={() => !busy && onClose()} title={t`New album`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form
        noValidate
        onSubmit={(event) => {
          // A form around the dialog must not be sent along.
          event.stopPropagation()
          void submit(event)
        }}
      >
        <Stack gap="md">
          <FormDraft form={form} thing="album/new" />
          {failure !== undefined && (
            <Alert color="red" role="alert">
              <FormFailure error={failure} onTake={() => {}} onKeep={() => {}} />
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => leaveClean(onClose)} disabled={busy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy}>
              <Trans>Create the album</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
