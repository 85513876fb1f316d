import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useSaveOnLeave } from '../../../entity/drafts/save-on-leave.ts'
import { staleState, useDraft } from '../../../entity/drafts/use-draft.tsx'
import { useWarnBeforeLeaving } from '../../../ui/form-frame.tsx'
import { photoDrafts } from './photo-drafts.tsx'
import type { PhotoTexts } from './photo-actions.ts'
import { isOfComposition } from '../../../ui/composition.ts'

export type PhotoField = 'alt' | 'caption'
type Texts = Record<PhotoField, string>
const textsOf = ({ alt, caption }: Texts): Texts => ({ alt, caption })

type Props = {
  album: string
  photo: AlbumPhoto
  readOnly: boolean
  /** @returns the photo as it is stored; @throws what the server refused */
  onSave: (texts: PhotoTexts, base: PhotoTexts) => Promise<AlbumPhoto>
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
  const id = useId()
  const alt = useRef<HTMLTextAreaElement>(null)
  const caption = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focus) return
    const field = focus === 'alt' ? alt.current : caption.current
    field?.focus()
    field?.select()
    onFocused?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [focus])

  const labels: Texts = { alt: t`Alt text`, caption: t`Caption` }
  const lookOf = (name: PhotoField) => ({ id: `${id}-${name}`, label: labels[name] })
  const {
    draft,
    fields: texts,
    dirty,
    notices,
  } = useDraft<Texts>({
    draftKey: readOnly ? undefined : `${photoDrafts(album)}${photo.id}`,
    stored: textsOf(photo),
    shown: { alt: lookOf('alt'), caption: lookOf('caption') },
    onResolved: (name) => void leaving.save([name]),
  })
  const leaving = useSaveOnLeave({
    draft,
    itemName: photo.name,
    saves: !readOnly,
    port: {
      save: async (changed, base) => textsOf(await onSave(changed, base)),
      theirsIn: (error) => {
        const stale = staleState<AlbumPhoto>(error)
        return stale && { fields: textsOf(stale.current), changedBy: stale.changedBy }
      },
    },
  })
  const save = async (name: PhotoField) => {
    if (readOnly) return
    // Spaces at the ends are not worth a save.
    draft.change({ [name]: draft.get().fields[name].trim() })
    await leaving.save([name])
  }
  useWarnBeforeLeaving(!readOnly && dirty)
  const onKeyDown = (name: PhotoField) => (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return
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
  const problem = leaving.failure === undefined ? undefined : problemText(leaving.failure)
  const field = (name: PhotoField) => ({
    ...lookOf(name),
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
      draft.change({ [name]: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })
    },
  })
  return (
    <Stack gap="sm">
      {notices}
      <Textarea
        {...field('alt')}
        ref={alt}
        maxLength={300}
        placeholder={photo.mediaAlt}
        description={
          texts.alt.trim() !== '' || readOnly ? undefined : photo.mediaAlt ? (
            <Trans>If empty, readers get the text of the library.</Trans>
          ) : (
            <Trans>Missing. Say what the picture shows, for people who cannot see it.</Trans>
          )
        }
      />
      <Textarea {...field('caption')} ref={caption} maxLength={500} placeholder={photo.mediaCaption} />
      {problem && Object.keys(problem.fields).length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>Not saved.</Trans> {problem.sentence}
        </Text>
      )}
    </Stack>
  )
}
