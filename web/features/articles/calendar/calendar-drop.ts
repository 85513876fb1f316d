import { type DragEvent, useState } from 'react'

/** What an element needs on which an article may be dropped; nothing while none is dragged. */
export function useDropTarget(onDrop: (() => void) | undefined) {
  const [isOver, setOver] = useState(false)
  if (!onDrop) return {}
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop()
    },
  }
}
