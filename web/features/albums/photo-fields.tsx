import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useWarnBeforeLeaving } from '../../ui/form-frame.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { useLocalDraft } from '../taxonomy/local-draft.ts'
import { DraftNotice } from '../taxonomy/draft-notice.tsx'
import { FieldConflict } from '../taxonomy/field-conflict.tsx'
import { MediaDrafts, photoDrafts } from './photo-drafts.tsx'
import type { PhotoTexts } from './photo-actions.ts'

/** The photo as somebody else left it, where that is why a save was refused. */
const theirsOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'stale_version' && error.problem?.current
    ? (error.problem.current as AlbumPhoto)
    : undefined

export type PhotoField = 'alt' | 'caption'
type Props = {
  album: string
  photo: AlbumPhoto
  readOnly: boolean
  /** @throws what the server refused */
  onSave: (texts: PhotoTexts, base: PhotoTexts) => Promise<void>
  /** Enter, or back with Shift; also Alt and an arrow: to the photo after or before, with the focus in that field. */
  onGo: (by: 1 | -1, field: PhotoField) => boolean
  /** The field that has the focus when the photo appears. */
  focus?: PhotoField | undefined
  onFocused?: () => void
  /** In a dialog: the field that takes the focus when it opens. */
  startsFocused?: PhotoField | undefined
  onEscape?: () => void
}

/** Alt text and caption of one photo. Saved when a field is left in whatever way; Enter goes on to the next photo. */
export function PhotoFields({
  album,
  photo,
  readOnly,
  onSave,
  onGo,
  focus,
  onFocused,
  startsFocused,
  onEscape,
}: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [texts, setTexts] = useState({ alt: photo.alt, caption: photo.caption })
  const [seen, setSeen] = useState({ alt: photo.alt, caption: photo.caption })
  const [failure, setFailure] = useState<unknown>()
  const [conflict, setConflict] = useState<{ name: PhotoField; theirs: string }>()
  const alt = useRef<HTMLTextAreaElement>(null)
  const caption = useRef<HTMLTextAreaElement>(null)
  /** What was typed here and has not reached the server, and what stood there before. */
  const unsaved = useRef<PhotoTexts>({})
  const base = useRef<PhotoTexts>({})
  /** What is on its way: leaving the field after Enter does not send it twice. */
  const sent = useRef<PhotoTexts>({})
  // What others wrote meanwhile is shown where nothing was typed here; a text that was refused stays where it was typed.
  const follow = (name: PhotoField) =>
    texts[name] === seen[name] && unsaved.current[name] === undefined ? photo[name] : texts[name]
  if (photo.alt !== seen.alt || photo.caption !== seen.caption) {
    setSeen({ alt: photo.alt, caption: photo.caption })
    setTexts({ alt: follow('alt'), caption: follow('caption') })
  }
  useEffect(() => {
    if (!focus) return
    const field = focus === 'alt' ? alt.current : caption.current
    field?.focus()
    field?.select()
    onFocused?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [focus])

  const kept = useLocalDraft<PhotoTexts>(readOnly ? undefined : `${photoDrafts(album)}${photo.id}`, texts)
  const type = (name: PhotoField, text: string) => {
    setTexts((before) => ({ ...before, [name]: text }))
    const { [name]: _before, ...others } = unsaved.current
    if (unsaved.current[name] === undefined) base.current[name] = photo[name]
    unsaved.current =
      text.trim() === photo[name] && sent.current[name] === undefined ? others : { ...others, [name]: text }
    kept.keep(unsaved.current, base.current)
  }

  const save = async (name: PhotoField) => {
    const text = texts[name].trim()
    if (readOnly || text === (sent.current[name] ?? photo[name])) return
    // What is on its way stands there before this does.
    const before = { [name]: sent.current[name] ?? base.current[name] ?? photo[name] }
    sent.current[name] = text
    setFailure(undefined)
    try {
      await onSave({ [name]: text }, before)
      base.current[name] = text
      if (unsaved.current[name]?.trim() === text) {
        const { [name]: _saved, ...others } = unsaved.current
        unsaved.current = others
      }
      kept.keep(unsaved.current, base.current)
    } catch (error) {
      const theirs = theirsOf(error)
      if (here.current && theirs) setConflict({ name, theirs: theirs[name] })
      else if (here.current) setFailure(error)
      else {
        // Nothing stands there any more that could say it.
        const { sentence, requestId } = problemText(error)
        notifyFailure(t`The texts of “${photo.name}” were not saved. ${sentence}`, requestId)
      }
    } finally {
      if (sent.current[name] === text) delete sent.current[name]
    }
  }
  useWarnBeforeLeaving(!readOnly && (texts.alt.trim() !== photo.alt || texts.caption.trim() !== photo.caption))
  const here = useRef(false)
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = () => {
      for (const name of ['alt', 'caption'] as const)
        if (unsaved.current[name] !== undefined && conflict?.name !== name) void save(name)
    }
  })
  useEffect(() => {
    here.current = true
    // Closed by Escape, or by the browser's “back”: no field is left first.
    return () => {
      here.current = false
      leave.current()
    }
  }, [])
  const settle = (keepMine: boolean) => {
    if (!conflict) return
    const { name, theirs } = conflict
    setConflict(undefined)
    base.current[name] = theirs
    if (keepMine) return void save(name)
    const { [name]: _mine, ...others } = unsaved.current
    unsaved.current = others
    kept.keep(others, base.current)
    setTexts((now) => ({ ...now, [name]: theirs }))
  }
  const onKeyDown = (name: PhotoField) => (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const saves = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
    const step = event.altKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
    const by = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : (step as 1 | -1 | undefined)
    if (by !== undefined) onGo(by, name)
    if (by !== undefined || saves) {
      event.preventDefault()
      // The field may be about to go, without being left first.
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
      type(name, event.currentTarget.value.replace(/[\r\n]+/g, ' '))
    },
  })
  return (
    <Stack gap="sm">
      {kept.found && (
        <DraftNotice
          at={kept.found.at}
          onBringBack={() => {
            for (const [name, text] of Object.entries(kept.found!.fields)) type(name as PhotoField, text)
            kept.bringBack()
            alt.current?.focus()
          }}
          onDiscard={kept.discard}
        >
          <MediaDrafts texts={kept.found.fields} />
        </DraftNotice>
      )}
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
      {conflict && (
        <FieldConflict
          label={conflict.name === 'alt' ? t`Alt text` : t`Caption`}
          theirs={conflict.theirs || <Trans>(empty)</Trans>}
          mine={texts[conflict.name] || <Trans>(empty)</Trans>}
          onResolve={settle}
        />
      )}
      {problem && Object.keys(problem.fields).length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>Not saved.</Trans> {problem.sentence}
        </Text>
      )}
    </Stack>
  )
}
