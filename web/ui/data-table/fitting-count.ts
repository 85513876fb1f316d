import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Given = {
  /** Changes when any of the items may have another width. */
  signature: string
  /** How many items there are, and how many of them may be shown at most. */
  count: number
  most: number
  /** Pixels between two items. */
  gap: number
}

/**
 * How many of the items in a line have room, measured once while all of them are rendered, and after that from the width
 * of the line alone. The last child of the line is what takes the place of the others. A line in a hidden screen keeps
 * what it shows, so that nothing changes when the screen is shown again; Mantine's OverflowList measures again then.
 * @returns `shown`: undefined while everything has to be rendered to be measured
 */
export function useFittingCount({ signature, count, most, gap }: Given): {
  line: RefObject<HTMLDivElement | null>
  shown: number | undefined
} {
  const line = useRef<HTMLDivElement>(null)
  const widths = useRef<{ signature: string; items: number[]; rest: number } | undefined>(undefined)
  const [fitting, setFitting] = useState<{ signature: string; shown: number }>()
  const fit = () => {
    const element = line.current
    if (!element || element.clientWidth === 0) return
    if (widths.current?.signature !== signature) {
      const all = [...element.children].map((child) => Math.ceil(child.getBoundingClientRect().width))
      if (all.length !== count + 1) return
      widths.current = { signature, items: all.slice(0, -1), rest: all[all.length - 1] ?? 0 }
    }
    const { items, rest } = widths.current
    const needed = (shown: number) => {
      const parts = shown < count ? [...items.slice(0, shown), rest] : items
      return parts.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, parts.length - 1)
    }
    let shown = Math.min(most, count)
    while (shown > 0 && needed(shown) > element.clientWidth) shown--
    setFitting((before) => (before?.signature === signature && before.shown === shown ? before : { signature, shown }))
  }
  const latest = useRef(fit)
  useLayoutEffect(() => {
    latest.current = fit
    fit()
  })
  useEffect(() => {
    const watched = new ResizeObserver(() => latest.current())
    if (line.current) watched.observe(line.current)
    return () => watched.disconnect()
  }, [])
  return { line, shown: fitting?.signature === signature ? fitting.shown : undefined }
}
