import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useKeptCopy } from '../catalogue/kept-copy.ts'
import { useEditMedia } from './media-api.ts'

/** Where this browser keeps what was typed about a picture until it is saved. */
export const keptMedia = (id: string) => `media/${id}`

const names = ['alt', 'caption', 'credit', 'focalPoint'] as const
export type MediaValues = Pick<Media, (typeof names)[number]>

const valuesOf = ({ alt, caption, credit, focalPoint }: Media): MediaValues => ({ alt, caption, credit, focalPoint })
const differs = (values: MediaValues, base: Media) =>
  names.some((name) => JSON.stringify(values[name]) !== JSON.stringify(base[name]))

export type MediaForm = ReturnType<typeof useMediaForm>

/**
 * The texts and the focal point of one picture while they are edited. Follows changes from elsewhere until something is
 * typed. What is unsaved when the form goes away is saved then, unless it was discarded.
 */
export function useMediaForm(media: Media) {
  const { t } = useLingui()
  const edit = useEditMedia()
  const problemText = useProblemText()
  const [base, setBase] = useState(media)
  const [values, setValues] = useState(valuesOf(media))
  const dirty = differs(values, base)
  if (media.version > base.version && !dirty) {
    setBase(media)
    setValues(valuesOf(media))
  }
  const mayWrite = media.can.write && !media.deletedAt
  const kept = useKeptCopy<MediaValues>(mayWrite ? keptMedia(media.id) : undefined, values)
  const { keep } = kept
  useEffect(() => keep(values, valuesOf(base)), [values, base, keep])
  const problem = edit.error ? problemText(edit.error) : undefined
  const stale = edit.error instanceof ApiError && edit.error.code === 'stale_version' ? edit.error.problem : undefined

  /** Whether everything is saved now. */
  const save = async (): Promise<boolean> => {
    if (!dirty) return true
    try {
      const saved = await edit.mutateAsync({ id: media.id, body: { version: base.version, ...values } })
      setBase(saved)
      setValues(valuesOf(saved))
      notifyDone(t`Saved: ${saved.name}`)
      return true
    } catch (error) {
      // What they wrote is the base to differ from now; what is typed here stays, and can be saved over it.
      const current = error instanceof ApiError && error.code === 'stale_version' ? error.problem?.current : undefined
      if (current) setBase(current as Media)
      return false
    }
  }

  const discarded = useRef(false)
  const left = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    left.current = () => {
      if (!dirty || discarded.current || !media.can.write) return
      // What a mutation is told to do on failure is forgotten with the form; a promise is not.
      edit
        .mutateAsync({ id: media.id, body: { version: base.version, ...values } })
        .then(({ name }) => {
          keep({}, {})
          notifyDone(t`Saved: ${name}`)
        })
        .catch((error: unknown) => {
          const { sentence, requestId } = problemText(error)
          notifyFailure(t`The texts of “${media.name}” were not saved. ${sentence}`, requestId)
        })
    }
  })
  useEffect(() => () => left.current?.(), [])

  return {
    base,
    values,
    set: (part: Partial<MediaValues>) => setValues({ ...values, ...part }),
    dirty,
    busy: edit.isPending,
    fields: problem?.fields ?? {},
    failure: problem && { sentence: problem.sentence, requestId: problem.requestId, changedBy: stale?.changedBy },
    save,
    discard: () => {
      discarded.current = true
      keep({}, {})
    },
    /** What an earlier visit left unsaved. */
    kept,
  }
}
