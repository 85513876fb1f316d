import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { meQuery } from '../../api/me.ts'
import { ApiError } from '../../api/call.ts'
import { Draft } from './draft.ts'
import type { StoredDraft } from './draft-merge.ts'
import { type ConflictFields, DraftNotices } from './draft-notices.tsx'
import { type DraftSlot, formDrafts } from './draft-store.ts'

/** Closing the tab, or going away from it on a phone, which may end it: nothing waits for a pause in typing then. */
export function useWriteOnClosing(write: () => void): void {
  const writeNow = useEffectEvent(write)
  useEffect(() => {
    const now = () => writeNow()
    const ifHidden = () => document.visibilityState === 'hidden' && now()
    window.addEventListener('beforeunload', now)
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', ifHidden)
    return () => {
      window.removeEventListener('beforeunload', now)
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', ifHidden)
    }
  }, [])
}

/** Whose drafts these are: the person who is signed in; undefined until the server has said who it is. */
export const useDraftOwner = (): string | undefined => useQuery(meQuery).data?.id

/**
 * Drops the drafts of an item and its parts when the server answered that the item does not exist (404 or 410).
 * @param error of the request for the item
 * @param draftKey of the item in this store; undefined for a new one
 */
export function useDropDrafts(error: unknown, draftKey: string | undefined): void {
  const owner = useDraftOwner()
  const isGone = error instanceof ApiError && [404, 410].includes(error.problem?.status ?? 0)
  useEffect(() => {
    if (isGone && owner && draftKey) void formDrafts.dropAll(owner, draftKey)
  }, [isGone, owner, draftKey])
}

type Options<Fields> = {
  /** Names the item in this browser, as `tag/new`. Undefined: nothing is kept, as for those who may only read. */
  draftKey: string | undefined
  /** As the server has it; a newer state is merged in. */
  stored: Fields
  /** Of the item. Without one, as for a new item, `stored` is followed whenever it changes. */
  version?: number | undefined
  /** Who changed the item last, to be named in a conflict. */
  changedBy?: string | undefined
  /** How each field is called and shown when two people changed it: no form without an answer to a conflict. */
  shown: ConflictFields<Fields>
  /** Told of a field whose conflict was resolved, where that is to be saved at once. */
  onResolved?: (name: keyof Fields) => void
}

/** The draft of one item, and `notices`: what to show above its fields about restored texts and conflicts. */
export function useDraft<Fields extends object>(options: Options<Fields>) {
  const { draftKey, stored, version, changedBy, shown, onResolved } = options
  const owner = useDraftOwner()
  const [draft] = useState(() => new Draft<Fields>(stored))
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  const followed = useRef({ version, text: JSON.stringify(stored) })
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    const { version: known, text } = followed.current
    const now = JSON.stringify(stored)
    if (version !== undefined && known !== undefined ? version <= known : now === text) return
    followed.current = { version, text: now }
    draft.follow(stored, changedBy)
  })
  useEffect(() => {
    if (owner && draftKey)
      void draft.open(formDrafts.slot(owner, draftKey) as unknown as Slot<Fields>, version, changedBy)
    return () => draft.hold()
    // The version and its author matter only to what is read when the form opens.
    // eslint-disable-next-line react/exhaustive-deps
  }, [draft, owner, draftKey])
  useWriteOnClosing(() => draft.hold())

  return {
    draft,
    ...state,
    /** Moves the keyboard to the first conflict: nothing is saved before it is resolved. */
    askNow: () => setAsked((before) => before + 1),
    notices: <DraftNotices draft={draft} shown={shown} asked={asked} onResolved={onResolved} />,
  }
}
type Slot<Fields> = DraftSlot<StoredDraft<Fields>>

/** The newest state of an item, where a save was refused because someone else was first. */
export function staleState<Entity>(error: unknown): { current: Entity; changedBy: string | undefined } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale_version' || !error.problem?.current) return undefined
  return { current: error.problem.current as Entity, changedBy: error.problem.changedBy ?? undefined }
}

/** Drafts in this browser whose keys begin so, by the rest of their keys; read again whenever this tab keeps or drops one. */
export function useStoredDrafts<Fields>(beginning: string): ReadonlyMap<string, StoredDraft<Fields>> {
  const owner = useDraftOwner()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, StoredDraft<Fields>>>(new Map())
  useEffect(() => {
    if (!owner) return undefined
    let isHere = true
    const read = () =>
      void formDrafts.readAll(owner, beginning).then((found) => {
        if (isHere) setDrafts(found as ReadonlyMap<string, StoredDraft<Fields>>)
      })
    read()
    const stop = formDrafts.subscribe(read)
    return () => {
      isHere = false
      stop()
    }
  }, [owner, beginning])
  return drafts
}
