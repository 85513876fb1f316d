import { Tooltip } from '@mantine/core'
import { useOpensAfterMount } from './drop-anchor.tsx'

/** The bubble of one hint, beside its element. Loaded through `Hints`. */
export function HintBubble({ id, target, label }: { id: string; target: HTMLElement; label: string }) {
  // Its place is measured when it opens, which needs the target to be known.
  return (
    <Tooltip
      id={id}
      target={target}
      opened={useOpensAfterMount(true)}
      label={label}
      position={target.dataset['hintSide'] === 'right' ? 'right' : 'top'}
    />
  )
}
