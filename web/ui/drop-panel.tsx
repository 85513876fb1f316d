import { cloneElement, type ReactElement, type ReactNode, useCallback } from 'react'
import { type DropControl, useDrop } from './drop.ts'
import { lazyPart } from './lazy-part.tsx'

type Props = {
  /** The button. */
  target: ReactElement
  /** The panel's name. */
  label: string
  /** Loads what is in it, before it opens. Keep the function the same from render to render. */
  load?: (() => Promise<unknown>) | undefined
  control?: DropControl
  position?: 'bottom-start' | 'bottom-end'
  padding?: number
  minWidth?: number
  children: ReactNode
}

const DropPanelBody = lazyPart(async () => (await import('./drop-panel-body.tsx')).DropPanelBody)

/** A panel with controls below a button; it keeps the focus while it is open. Loaded when someone is about to open it. */
export function DropPanel({ target, load, control, position = 'bottom-start', ...panel }: Props) {
  const loadAll = useCallback(() => Promise.all([DropPanelBody.load(), load?.()]), [load])
  const { button, parts } = useDrop('dialog', loadAll, control)
  return (
    <>
      {cloneElement(target, button)}
      {parts && <DropPanelBody {...parts} {...panel} position={position} onClose={() => parts.onChange(false)} />}
    </>
  )
}
