import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { type Box, gapAt, type PhotoLayout } from './pack-rows.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Files dragged in from outside: the line where they would be added, and the gap where they were dropped. */
export function useDroppedFiles(
  list: RefObject<HTMLElement | null>,
  layout: PhotoLayout,
  onFiles: (files: File[], gap: number) => void,
) {
  const [over, setOver] = useState(false)
  const [line, setLine] = useState<Box>()
  const depth = useRef(0)
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
    if (depth.current === 0) setLine(undefined)
  }
  const gapOf = ({ clientX, clientY }: DragEvent) => {
    if (!list.current) return undefined
    const { left, top } = list.current.getBoundingClientRect()
    return gapAt(layout, clientX - left, clientY - top)
  }
  return {
    over,
    line,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) enter(1)
      },
      onDragLeave: (event: DragEvent) => {
        if (hasFiles(event)) enter(-1)
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        const found = gapOf(event)?.line
        setLine((before) => (before?.left === found?.left && before?.top === found?.top ? before : found))
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        enter(0)
        onFiles([...event.dataTransfer.files], gapOf(event)?.gap ?? 0)
      },
    },
  }
}
