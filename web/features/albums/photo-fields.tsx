import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import type { PhotoTexts } from './photo-doings.ts'

export type PhotoField = 'alt' | 'caption'
type Props = {
  photo: AlbumPhoto
  readOnly: boolean
  /** @throws what the server refused */
  onSave: (texts: PhotoTexts) => Promise<void>
  /** Tab out of the last field, Enter, or back with Shift: to the photo after or before, with the focus in that field. */
  onGo: (by: 1 | -1, field: PhotoField) => boolean
  /** The field that has the focus when the photo appears. */
  focus?: PhotoField | undefined
  onFocused?: () => void
  /** In a dialog: the field that takes the focus when it opens. */
  startsFocused?: PhotoField | undefined
  onEscape?: () => void
}

/** Alt text and caption of one photo. Saved when a field is left; Enter and Tab go on to the next photo. */
export function PhotoFields({ photo, readOnly, onSave, onGo, focus, onFocused, startsFocused, onEscape }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [texts, setTexts] = useState({ alt: photo.alt, caption: photo.caption })
  const [seen, setSeen] = useState({ alt: photo.alt, caption: photo.caption })
  const [failure, setFailure] = useState<unknown>()
  const alt = useRef<HTMLTextAreaElement>(null)
  const caption = useRef<HTMLTextAreaElement>(null)
  // What others wrote meanwhile is shown where nothing was typed here.
  if (photo.alt !== seen.alt || photo.caption !== seen.caption) {
    setSeen({ alt: photo.alt, caption: photo.caption })
    setTexts({
      alt: texts.alt === seen.alt ? photo.alt : texts.alt,
      caption: texts.caption === seen.caption ? photo.caption : texts.caption,
    })
  }
  useEffect(() => {
    if (!focus) return
    const field = focus === 'alt' ? alt.current : caption.current
    field?.focus()
    field?.select()
    onFocused?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [focus])

  /** What is on its way: leaving the field after Enter does not send it twice. */
  const sent = useRef<PhotoTexts>({})
  const save = async (name: PhotoField) => {
    const text = texts[name].trim()
    if (readOnly || text === (sent.current[name] ?? photo[name])) return
    sent.current[name] = text
    setFailure(undefined)
    try {
      await onSave({ [name]: text })
    } catch (error) {
      setFailure(error)
    } finally {
      if (sent.current[name] === text) delete sent.current[name]
    }
  }
  const onKeyDown = (name: PhotoField) => (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const goes =
      event.key === 'Enter' && !event.shiftKey
        ? onGo(1, name)
        : event.key === 'Tab' && !event.shiftKey && name === 'caption'
          ? onGo(1, 'alt')
          : event.key === 'Tab' && event.shiftKey && name === 'alt' && onGo(-1, 'caption')
    if (goes || event.key === 'Enter') {
      event.preventDefault()
      // The field is about to go, without being left first.
      void save(name)
    }
    if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      event.stopPropagation()
      void save(name)
      onEscape()
    }
  }
  const problem = failure === undefined ? undefined : problemText(failure)
  const field = (name: PhotoField) => ({
    autosize: true,
    minRows: 2,
    maxRows: 6,
    readOnly,
    value: texts[name],
    error: problem?.fields[name],
    'data-autofocus': startsFocused === name || undefined,
    onBlur: () => void save(name),
    onKeyDown: onKeyDown(name),
    // Lines of a pasted text become one: a caption has no lines.
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => {
      const { value } = event.currentTarget
      setTexts((before) => ({ ...before, [name]: value.replace(/[\r\n]+/g, ' ') }))
    },
  })
  return (
    <Stack gap="sm">
      <Textarea
        {...field('alt')}
        ref={alt}
        label={t`Alt text`}
        maxLength={300}
        placeholder={photo.mediaAlt}
        description={
          texts.alt.trim() !== '' || readOnly ? undefined : photo.mediaAlt ? (
            <Trans>Empty: readers get the one of the library.</Trans>
          ) : (
            <Trans>Missing. Say what the picture shows, for people who cannot see it.</Trans>
          )
        }
      />
      <Textarea
        {...field('caption')}
        ref={caption}
        label={t`Caption`}
        maxLength={500}
        placeholder={photo.mediaCaption}
      />
      {problem && Object.keys(problem.fields).length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>Not saved.</Trans> {problem.sentence}
        </Text>
      )}
    </Stack>
  )
}
