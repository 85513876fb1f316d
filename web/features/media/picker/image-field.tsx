import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Media, MediaRef } from '#contract/media.ts'
import { useAltForLibrary } from './library-alt.ts'
import { PictureChoice } from './picture-choice.tsx'

/** A picture with the texts it has in this one place; the library keeps its own. */
export type ImageValue = { media: string; alt: string; caption: string; credit: string }

type Props = {
  /** “Cover” */
  label: string
  value: ImageValue | null
  onChange: (value: ImageValue | null) => void
  /** Pictures whose data came along with the form. */
  known?: readonly MediaRef[]
  /** Sentences by part, e.g. from the server's answer. */
  errors?: Partial<Record<keyof ImageValue, string>>
  readOnly?: boolean
}

/** A picture of a form: choose, replace, remove, and say what it shows. Choosing takes over the library's texts. */
export function ImageField({ label, value, onChange, known, errors = {}, readOnly }: Props) {
  const { t } = useLingui()
  const giveAlt = useAltForLibrary()
  const altBefore = useRef('')
  const altField = useRef<HTMLTextAreaElement>(null)
  const isFirst = useRef(false)
  const choose = (media: Media | null) => {
    isFirst.current = media !== null && value === null
    onChange(media && { media: media.id, alt: media.alt, caption: media.caption, credit: media.credit })
  }
  const chosen = value?.media
  // The button that chose it is gone, and its texts are what comes next.
  useEffect(() => {
    if (chosen && isFirst.current) altField.current?.focus()
    isFirst.current = false
  }, [chosen])
  const set = (part: Partial<ImageValue>) => value && onChange({ ...value, ...part })
  return (
    <Stack gap="xs">
      <PictureChoice
        label={label}
        value={value?.media ?? null}
        onChange={choose}
        // It shows a part of the same: what is said of it here stays.
        onCropped={({ id }) => set({ media: id })}
        {...(known && { known })}
        {...(readOnly && { readOnly })}
      />
      {errors.media && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errors.media}
        </Text>
      )}
      {value && (
        <>
          <Textarea
            ref={altField}
            label={t`Alt text`}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={300}
            readOnly={Boolean(readOnly)}
            value={value.alt}
            error={errors.alt}
            description={
              value.alt.trim() === '' && !readOnly ? (
                <Trans>Missing. Say what the picture shows, for people who cannot see it. Needed to publish.</Trans>
              ) : undefined
            }
            onChange={(event) => set({ alt: event.currentTarget.value })}
            onFocus={() => (altBefore.current = value.alt)}
            onBlur={() => {
              if (!readOnly && value.alt !== altBefore.current) void giveAlt(value.media, value.alt)
            }}
          />
          <TextInput
            label={t`Caption`}
            maxLength={500}
            readOnly={Boolean(readOnly)}
            value={value.caption}
            error={errors.caption}
            onChange={(event) => set({ caption: event.currentTarget.value })}
          />
          <TextInput
            label={t`Credit`}
            maxLength={200}
            readOnly={Boolean(readOnly)}
            value={value.credit}
            error={errors.credit}
            onChange={(event) => set({ credit: event.currentTarget.value })}
          />
        </>
      )}
    </Stack>
  )
}
