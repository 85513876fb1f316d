import { useState } from 'react'
import type { ConfirmProps } from './confirm-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

/** Asks before what cannot be undone. Where undo exists, use `offerUndo` instead. */
export function Confirm(props: ConfirmProps) {
  const [isWanted, setWanted] = useState(props.opened)
  if (props.opened && !isWanted) setWanted(true)
  return isWanted && <ConfirmDialog {...props} />
}
