import { useCallback, useState } from 'react'

const KEY = 'categories.open'

/** Which categories are unfolded, remembered in this browser. */
export function useOpenCategories() {
  const [open, setOpen] = useState<ReadonlySet<string>>(read)
  const change = useCallback((next: (open: ReadonlySet<string>) => ReadonlySet<string>) => {
    setOpen((before) => {
      const after = next(before)
      write(after)
      return after
    })
  }, [])
  const fold = useCallback(
    (ids: readonly string[], unfolded: boolean) =>
      change((before) => {
        const after = new Set(before)
        for (const id of ids) {
          if (unfolded) after.add(id)
          else after.delete(id)
        }
        return after
      }),
    [change],
  )
  return { open, fold }
}

function read(): ReadonlySet<string> {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

function write(open: ReadonlySet<string>) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...open]))
  } catch {
    // A full or closed storage: the tree is folded next time.
  }
}
