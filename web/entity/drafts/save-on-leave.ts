import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { beforeSignOut } from '../../api/call-on-leaving.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import type { Draft, SavePort } from './draft.ts'
import { pick } from './draft-merge.ts'

type Options<Fields extends object> = {
  draft: Draft<Fields>
  port: SavePort<Fields>
  /** Named in the message when a save fails after its fields are gone. */
  itemName: string
  /** False: nothing is saved when the fields go away. */
  saves: boolean
}

/**
 * A draft that is saved field by field or as a whole, and in any case when its fields go away: by a click elsewhere, by
 * Escape, or by the browser's “back”.
 */
export function useSaveOnLeave<Fields extends object>({ draft, port, itemName, saves }: Options<Fields>) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [failure, setFailure] = useState<unknown>()
  const isHere = useRef(false)
  const underWay = useRef(new Map<string, Promise<boolean>>())

  /** The same texts are sent once: Enter saves a field, and leaving it for the next one does as well. */
  const save = (only?: readonly (keyof Fields)[]): Promise<boolean> => {
    const key = JSON.stringify(pick(draft.get().fields, draft.unsaved(only)))
    const sent = underWay.current.get(key) ?? send(only).finally(() => underWay.current.delete(key))
    underWay.current.set(key, sent)
    return sent
  }
  const send = async (only: readonly (keyof Fields)[] | undefined): Promise<boolean> => {
    if (isHere.current) setFailure(undefined)
    try {
      return await draft.send(port, { only })
    } catch (error) {
      if (isHere.current) setFailure(error)
      else {
        const { sentence, requestId } = problemText(error)
        notifyFailure(t`The texts of “${itemName}” were not saved. ${sentence}`, requestId)
      }
      return false
    }
  }
  const leave = useRef(async () => {})
  useEffect(() => {
    leave.current = async () => {
      if (!saves || !draft.get().dirty) return
      const free = draft.unsaved().filter((name) => !draft.get().conflicts[name])
      if (free.length > 0) await save(free)
      if (draft.unsaved().some((name) => draft.get().conflicts[name]))
        notifyFailure(t`The texts of “${itemName}” were not saved: someone else changed them too. Open it to choose.`)
    }
  })
  useEffect(() => {
    isHere.current = true
    const stop = beforeSignOut(() => leave.current())
    return () => {
      isHere.current = false
      stop()
      void leave.current()
    }
  }, [])
  return { save, failure }
}
