import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

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

/**
 * Takes files dropped anywhere in the window while enabled, and tells whether some hang over it. Nothing dropped beside
 * makes the browser leave the page.
 */
export function useWindowDrop(onFiles: (files: File[]) => void, enabled: boolean): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!enabled) return undefined
    let depth = 0
    const enter = (by: number) => (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      depth = Math.max(0, depth + by)
      setOver(depth > 0)
    }
    const [onEnter, onLeave] = [enter(1), enter(-1)]
    const onOver = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const onDrop = (event: globalThis.DragEvent) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      take(filesOf(event.dataTransfer))
    }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [enabled])
  return over && enabled
}

/** Takes pictures pasted anywhere on the page while enabled; pasted text stays text. */
export function usePastedFiles(onFiles: (files: File[]) => void, enabled = true) {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!enabled) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [enabled])
}
