import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { differing, useLocalDraft } from '../taxonomy/local-draft.ts'
import { mergeFields } from '../taxonomy/merge-fields.ts'
import { useEditMedia } from './media-api.ts'

/** Where this browser keeps what was typed about a picture until it is saved. */
export const keptMedia = (id: string) => `media/${id}`

export type MediaValues = Pick<Media, 'alt' | 'caption' | 'credit' | 'focalPoint'>
const valuesOf = ({ alt, caption, credit, focalPoint }: Media): MediaValues => ({ alt, caption, credit, focalPoint })
const pick = (values: MediaValues, names: readonly (keyof MediaValues)[]): Partial<MediaValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

type State = {
  /** As the server has it. */
  base: Media
  values: MediaValues
  /** What somebody else wrote where something else is typed here. */
  conflicts: Partial<MediaValues>
}
const changedIn = ({ base, values }: State) => differing<MediaValues>(values, valuesOf(base))

/** How often a save is tried again because somebody changed what was left alone here. */
const TRIES = 4

export type MediaForm = ReturnType<typeof useMediaForm>

/**
 * The texts and the focal point of one picture while they are edited. What others change is taken over where nothing is
 * typed; where both wrote, `conflicts` waits for a choice. What is unsaved when the form goes away is saved then.
 */
export function useMediaForm(media: Media) {
  const { t } = useLingui()
  const edit = useEditMedia()
  const problemText = useProblemText()
  const [state, setState] = useState<State>({ base: media, values: valuesOf(media), conflicts: {} })
  // What an answer meets is what is typed by then, not what was when it was asked for.
  const latest = useRef(state)
  const update = (part: Partial<State>) => {
    latest.current = { ...latest.current, ...part }
    setState(latest.current)
  }
  const set = (part: Partial<MediaValues>) => update({ values: { ...latest.current.values, ...part } })
  const takeOver = (theirs: Media) => {
    const { base, values, conflicts } = latest.current
    const { take, ask } = mergeFields(valuesOf(base), values, valuesOf(theirs))
    update({
      base: theirs,
      values: { ...values, ...pick(valuesOf(theirs), take) },
      conflicts: { ...conflicts, ...pick(valuesOf(theirs), ask) },
    })
  }
  const saving = useRef<Promise<boolean>>(undefined)
  useEffect(() => {
    // While a save is under way, a newer picture is most likely its own.
    if (!saving.current && media.version > latest.current.base.version) takeOver(media)
  })

  const dirty = changedIn(state).length > 0
  const { id } = media
  const mayWrite = media.can.write && !media.deletedAt
  const kept = useLocalDraft<MediaValues>(mayWrite ? keptMedia(id) : undefined, state.values)
  const { keep } = kept
  useEffect(() => keep(state.values, valuesOf(state.base)), [state, keep])

  /** @returns whether everything is saved; @throws what the server says against it */
  const send = async (): Promise<boolean> => {
    for (let tries = 1; ; tries++) {
      const { base, values, conflicts } = latest.current
      const changed = changedIn(latest.current)
      if (changed.length === 0) return true
      if (Object.keys(conflicts).length > 0) return false
      try {
        const saved = await edit.mutateAsync({ id, body: { version: base.version, ...pick(values, changed) } })
        const typedSince = differing<MediaValues>(latest.current.values, values)
        update({ base: saved, values: { ...valuesOf(saved), ...pick(latest.current.values, typedSince) } })
        notifyDone(t`Saved: ${saved.name}`)
        return typedSince.length === 0
      } catch (error) {
        const current = error instanceof ApiError && error.code === 'stale_version' ? error.problem?.current : undefined
        if (!current || tries === TRIES) throw error
        takeOver(current as Media)
      }
    }
  }
  const save = async (): Promise<boolean> => {
    await saving.current
    saving.current = send().catch(() => false)
    try {
      return await saving.current
    } finally {
      saving.current = undefined
    }
  }

  const left = useRef<(() => Promise<void>) | undefined>(undefined)
  useEffect(() => {
    left.current = async () => {
      await saving.current
      if (changedIn(latest.current).length === 0 || !media.can.write) return
      try {
        if (await send()) return keep({}, {})
        notifyFailure(
          t`The texts of “${media.name}” were not saved: somebody else changed them, too. Open it to choose.`,
        )
      } catch (error) {
        const { sentence, requestId } = problemText(error)
        notifyFailure(t`The texts of “${media.name}” were not saved. ${sentence}`, requestId)
      }
    }
  })
  useEffect(() => () => void left.current?.(), [])

  const resolvedByChoice = edit.error instanceof ApiError && edit.error.code === 'stale_version'
  const problem = edit.error && !resolvedByChoice ? problemText(edit.error) : undefined
  return {
    values: state.values,
    set,
    dirty,
    busy: edit.isPending,
    conflicts: state.conflicts,
    /** Ends a conflict with what is typed here, or with what the other wrote. */
    settle: (name: keyof MediaValues, keepMine: boolean) => {
      const { [name]: theirs, ...conflicts } = latest.current.conflicts
      if (!keepMine) set({ [name]: theirs })
      update({ conflicts })
    },
    fields: problem?.fields ?? {},
    failure: problem && { sentence: problem.sentence, requestId: problem.requestId },
    save,
    discard: () => {
      update({ values: valuesOf(latest.current.base), conflicts: {} })
      keep({}, {})
    },
    /** What an earlier visit left unsaved. */
    kept,
  }
}
