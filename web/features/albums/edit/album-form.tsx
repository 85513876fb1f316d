import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { Album } from '#contract/albums.ts'
import { FormTroubles } from '../../../ui/form-frame.tsx'
import { FormFailure } from '../../../entity/form-failure.tsx'
import { AlbumEventDate } from '../album-event-date.tsx'
import { AlbumPhotographer } from '../album-photographer.tsx'
import type { AlbumField, AlbumFormState } from './album-form-state.ts'

type Props = {
  album: Album
  state: AlbumFormState
  readOnly: boolean
  /** With a button of its own, where the form covers the bar of the screen. */
  withButton?: boolean
}

/** The texts of an album. Saved with the button of the screen or Ctrl+S. */
export function AlbumForm({ album, state, readOnly, withButton = false }: Props) {
  const { t } = useLingui()
  const { form, shown, failure, save } = state
  const { errors } = form.formState
  const names = Object.keys(shown) as AlbumField[]
  const wrong = names.flatMap((name) => {
    const message = errors[name] && form.errorOf(name)
    return message ? [{ target: shown[name].id, label: shown[name].label, message }] : []
  })
  const field = (name: Exclude<AlbumField, 'photographer' | 'eventDate'>) => ({
    id: shown[name].id,
    label: shown[name].label,
    readOnly,
    error: form.errorOf(name),
    ...form.register(name),
  })
  return (
    <form
      noValidate
      aria-label={t`Details of the album`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormTroubles errors={wrong} failure={failure !== undefined && <FormFailure error={failure} />} />
      <Stack gap="sm">
        <TextInput {...field('title')} required={!readOnly} maxLength={160} />
        <Textarea {...field('description')} autosize minRows={3} maxRows={10} maxLength={2000} />
        <AlbumEventDate
          control={form.control}
          name="eventDate"
          id="album-eventDate"
          label={shown.eventDate.label}
          error={form.errorOf('eventDate')}
          readOnly={readOnly}
        />
        <TextInput {...field('place')} maxLength={160} />
        <Controller
          control={form.control}
          name="photographer"
          render={({ field: photographer }) => (
            <AlbumPhotographer
              id="album-photographer"
              value={photographer.value}
              name={album.photographer === photographer.value ? album.photographerName : null}
              onChange={photographer.onChange}
              error={form.errorOf('photographer')}
              readOnly={readOnly}
            />
          )}
        />
        <TextInput
          {...field('slug')}
          description={form.watch('slug') !== album.slug && <Trans>The old address will lead to the new one.</Trans>}
        />
      </Stack>
      {/* Enter in a field saves, as in every form; the button itself is in the bar of the screen, where there is room. */}
      {withButton && !readOnly ? (
        <Button type="submit" mt="md" loading={state.saving} disabled={!state.dirty}>
          <Trans>Save</Trans>
        </Button>
      ) : (
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      )}
    </form>
  )
}
