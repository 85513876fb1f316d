import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../session/session-api.ts'
import { formCopies, type LocalDraft } from './local-drafts.ts'

const PAUSE = 300

type Typed<Fields> = { thing: string; fields: Partial<Fields>; base: Partial<Fields> }

/** Closing the tab, or going away from it on a phone, which may end it: nothing waits for a pause in typing then. */
export function useWriteOnClosing(hold: () => void): void {
  const latest = useRef(hold)
  useEffect(() => {
    latest.current = hold
  })
  useEffect(() => {
    const now = () => latest.current()
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

/**
 * Keeps in this browser what is typed about one thing (`album/…`) until it is saved, whatever happens to the tab, the
 * session or the network. `found`: what an earlier visit left and `now` does not say, until the person has brought it
 * back or thrown it away. Undefined `thing`: nothing is kept.
 */
export function useLocalDraft<Fields extends object>(thing: string | undefined, now: Fields) {
  const user = useMe()?.id
  const [found, setFound] = useState<{ thing: string; copy: LocalDraft<Partial<Fields>> }>()
  const offered = useRef(found)
  const typed = useRef<Typed<Fields>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef<string>(undefined)
  const offer = useCallback((next: typeof found) => {
    offered.current = next
    setFound(next)
  }, [])

  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const mine = typed.current
    if (!user || !mine) return
    // What was found and is not settled yet stays, beside what is typed now.
    const old = offered.current?.thing === mine.thing ? offered.current.copy : undefined
    const fields = { ...old?.fields, ...mine.fields }
    if (Object.keys(mine.fields).length === 0) typed.current = undefined
    if (Object.keys(fields).length === 0) return void formCopies.drop(user, mine.thing)
    const at = typed.current || !old ? new Date().toISOString() : old.at
    void formCopies.keep(user, mine.thing, { fields, base: { ...old?.base, ...mine.base }, at })
  }, [user])
  const writeIfDue = useCallback(() => timer.current !== undefined && write(), [write])

  useWriteOnClosing(writeIfDue)
  useEffect(() => {
    if (!user || !thing) return undefined
    if (asked.current !== thing) {
      asked.current = thing
      void formCopies.read(user, thing).then((copy) => {
        if (copy && asked.current === thing) offer({ thing, copy: copy as unknown as LocalDraft<Partial<Fields>> })
      })
    }
    return () => void writeIfDue()
  }, [user, thing, offer, writeIfDue])

  const forget = useCallback(() => {
    if (!thing) return
    typed.current ??= { thing, fields: {}, base: {} }
    offered.current = undefined
    write()
  }, [thing, write])
  const copy = found?.thing === thing ? found?.copy : undefined
  const settled = copy !== undefined && differing(copy.fields, now).length === 0
  if (settled) setFound(undefined)
  useEffect(() => {
    if (found === undefined && offered.current) forget()
  }, [found, forget])

  return {
    found: settled ? undefined : copy,
    /** All that is typed and not saved, of what `saved` says; with no difference, nothing is left to keep. */
    keep: useCallback(
      (fields: Partial<Fields>, saved: Partial<Fields>) => {
        const names = differing(fields, saved)
        const nothing = names.length === 0
        if (!thing || (nothing && !typed.current)) return
        const pick = (from: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, from[name]]))
        typed.current = {
          thing: nothing ? typed.current!.thing : thing,
          fields: pick(fields) as Partial<Fields>,
          base: pick(saved) as Partial<Fields>,
        }
        clearTimeout(timer.current)
        if (nothing) return write()
        timer.current = setTimeout(write, PAUSE)
      },
      [thing, write],
    ),
    /** It is in the form now, where it is kept until it is saved. */
    bringBack: useCallback(() => offer(undefined), [offer]),
    discard: useCallback(() => {
      forget()
      setFound(undefined)
    }, [forget]),
  }
}

/** The fields of `fields` that `others` has too and says otherwise. */
export const differing = <Fields extends object>(fields: Partial<Fields>, others: Partial<Fields>) =>
  (Object.keys(fields) as (keyof Fields)[]).filter(
    (name) => name in others && JSON.stringify(fields[name]) !== JSON.stringify(others[name]),
  )
