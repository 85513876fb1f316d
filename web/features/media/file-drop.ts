import { type DragEvent, useEffect, useRef, useState } from 'react'

const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Handlers for an element that takes dropped files, and whether files hang over it right now. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) enter(1)
      },
      onDragLeave: (event: DragEvent) => {
        if (hasFiles(event)) enter(-1)
      },
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        // The editor below a dialog would take them too.
        event.stopPropagation()
        depth.current = 0
        setOver(false)
        onFiles(filesOf(event.dataTransfer))
      },
    },
  }
}

/** Takes pictures pasted anywhere on the page while enabled; pasted text stays text. */
export function usePastedFiles(onFiles: (files: File[]) => void, enabled = true) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!enabled) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [enabled])
}
