import { Tooltip } from '@mantine/core'
import { useOpensAfterMount } from './drop-anchor.tsx'

/** The bubble of one hint, beside its element. Loaded through `Hints`. */
export function HintBubble({ target, label }: { target: HTMLElement; label: string }) {
  // Its place is measured when it opens, which needs the target to be known.
  return (
    <Tooltip
      target={target}
      opened={useOpensAfterMount(true)}
      label={label}
      position={target.dataset['hintSide'] === 'right' ? 'right' : 'top'}
    />
  )
}
