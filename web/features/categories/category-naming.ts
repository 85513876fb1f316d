import { useLayoutEffect, useRef, useState } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'
import type { CategoryActions } from './category-actions.ts'

/** A typed name that was refused: it stays in its field. `why` is missing where a message says it. */
export type Refused = { name: string; why: string | undefined }
/** A new category that is being named: below `parent`, at a position. */
export type Draft = { parent: string | null; position: number; after: string | null; level: number; refused?: Refused }
/** A new category that is on its way to the server, or, where it was refused, waits for the field that is open. */
export type Sending = Draft & { name: string }
/** A category whose name is being changed. */
export type Renaming = { id: string; refused?: Refused }

type Waiting = { draft: Draft & { refused: Refused } } | { renaming: Renaming & { refused: Refused } }

/**
 * The one category that is named in place. A name that is refused comes back with what is wrong with it, after those that are
 * in the field before it.
 */
export function useCategoryNaming(
  actions: CategoryActions,
  parentOf: (id: string) => string | null,
  onAdded: (id: string) => void,
) {
  const problemText = useProblemText()
  const [renaming, setRenaming] = useState<Renaming>()
  const [draft, setDraft] = useState<Draft>()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const isNaming = useRef(false)
  useLayoutEffect(() => void (isNaming.current = renaming !== undefined || draft !== undefined))

  const open = (one: Waiting) => {
    isNaming.current = true
    if ('draft' in one) setDraft(one.draft)
    else setRenaming(one.renaming)
  }
  /** The field that was open is done. */
  const openNext = () => {
    const [next] = waiting
    if (!next) return
    setWaiting((now) => now.filter((one) => one !== next))
    open(next)
  }

  const giveBack = (name: string, error: unknown, asked: (refused: Refused) => Waiting) => {
    const [why] = Object.values(problemText(error).fields)
    if (why === undefined || isNaming.current) actions.fail(error)
    const refused = asked({ name, why })
    if (isNaming.current) setWaiting((now) => [...now, refused])
    else open(refused)
  }
  return {
    renaming,
    draft,
    sending: [
      ...sending,
      ...waiting.flatMap((one) => ('draft' in one ? [{ ...one.draft, name: one.draft.refused.name }] : [])),
    ],
    startRename: (id: string) => setRenaming({ id }),
    startAdd: setDraft,
    /** @returns why the name is refused at once; nothing where the field is done */
    rename: (id: string, name: string | undefined): string | undefined => {
      const why = name && actions.refuseName(name, parentOf(id), id)
      if (why) return why
      setRenaming(undefined)
      openNext()
      if (name)
        void actions.rename(id, name).catch((error: unknown) => {
          giveBack(name, error, (refused) => ({ renaming: { id, refused } }))
        })
      return undefined
    },
    /** @returns the same */
    add: (name: string | undefined): string | undefined => {
      const why = name && draft && actions.refuseName(name, draft.parent)
      if (why) return why
      setDraft(undefined)
      openNext()
      if (!name || !draft) return undefined
      const sent = { ...draft, name }
      setSending((now) => [...now, sent])
      void actions
        .add(name, draft.parent, draft.position)
        .then(onAdded, (error: unknown) => giveBack(name, error, (refused) => ({ draft: { ...draft, refused } })))
        .finally(() => setSending((now) => now.filter((one) => one !== sent)))
      return undefined
    },
  }
}
