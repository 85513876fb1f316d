import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type Album, AlbumFields } from '#contract/albums.ts'
import { Day } from '#contract/text.ts'
import { ApiError } from '../../api/call.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { takeSaved } from '../../entity/take-saved.ts'
import { useEditAlbum, useLearnAlbum } from './album-api.ts'
import { mergeFields } from '../taxonomy/merge-fields.ts'

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

/** How often a save is tried again because the photos, or a field that I left alone, changed meanwhile. */
const TRIES = 4

export type AlbumFormState = ReturnType<typeof useAlbumForm>

/**
 * The texts of an album while they are edited. What others change meanwhile is taken over where the person changed
 * nothing; where both did, `conflicts` holds the others' values until the person has chosen.
 */
export function useAlbumForm(album: Album) {
  const form = useContractForm(Values, valuesOf(album))
  const base = useRef(valuesOf(album))
  const [conflicts, setConflicts] = useState<Partial<AlbumValues>>({})
  const [failure, setFailure] = useState<unknown>()
  const [savedAt, setSavedAt] = useState<Date>()
  const edit = useEditAlbum()
  const learn = useLearnAlbum()
  const { isDirty, isSubmitting } = form.formState

  const takeOver = (newest: Album): AlbumField[] => {
    const theirs = valuesOf(newest)
    const { take, ask } = mergeFields(base.current, form.getValues(), theirs)
    base.current = theirs
    for (const name of take) form.resetField(name, { defaultValue: theirs[name] as never })
    if (ask.length > 0)
      setConflicts((before) => ({ ...before, ...Object.fromEntries(ask.map((name) => [name, theirs[name]])) }))
    return ask
  }
  const newest = useRef(album)
  useEffect(() => {
    if (album.version <= newest.current.version) return
    newest.current = album
    takeOver(album)
    // eslint-disable-next-line react/exhaustive-deps
  }, [album])

  const send = async (values: AlbumValues) => {
    // What others change while this is tried again is not among it, and is not overwritten.
    const changed = Object.entries(values).filter(([name, value]) => value !== base.current[name as AlbumField])
    if (changed.length === 0) return newest.current
    for (let attempt = 1; ; attempt++) {
      const { eventDate, ...rest } = Object.fromEntries(changed) as Partial<AlbumValues>
      try {
        return await edit.mutateAsync({
          id: album.id,
          version: newest.current.version,
          values: { ...rest, ...(eventDate !== undefined && { eventDate: eventDate || null }) },
        })
      } catch (error) {
        const current = error instanceof ApiError && error.code === 'stale_version' ? error.problem?.current : undefined
        if (!current) throw error
        newest.current = current as Album
        learn(newest.current)
        if (takeOver(newest.current).length > 0) return undefined
        if (attempt >= TRIES) throw error
      }
    }
  }
  const save = form.handleSubmit(async (values) => {
    if (Object.keys(conflicts).length > 0) return
    setFailure(undefined)
    const sent = form.getValues()
    try {
      const saved = await send(values as AlbumValues)
      if (!saved) return
      newest.current = saved
      base.current = valuesOf(saved)
      takeSaved(form, sent, base.current)
      setSavedAt(new Date())
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })
  /** Ends a conflict: with what was typed, or with what the other wrote. */
  const settle = (name: AlbumField, keepMine: boolean) => {
    if (!keepMine) form.setValue(name, conflicts[name] as never, { shouldDirty: true })
    setConflicts(({ [name]: _settled, ...rest }) => rest)
  }
  /** Shows the newest state; what was typed is given up. */
  const reset = (current: Album) => {
    base.current = valuesOf(current)
    form.reset(base.current)
    setConflicts({})
    setFailure(undefined)
  }
  return {
    form,
    reset,
    dirty: isDirty,
    saving: isSubmitting,
    save: () => void save(),
    failure,
    savedAt,
    conflicts,
    /** Text of an earlier visit came back, and these fields say something else by now. */
    ask: (theirs: Partial<AlbumValues>) => setConflicts((before) => ({ ...before, ...theirs })),
    settle,
  }
}
