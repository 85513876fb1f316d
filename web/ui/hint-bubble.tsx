import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The bubble of one hint, beside its element. Loaded through `Hints`. */
export function HintBubble({ id, target, label }: { id: string; target: HTMLElement; label: string }) {
  // Its place is measured when it opens, which needs the target to be known.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Tooltip
      id={id}
      target={target}
      opened={opened}
      label={label}
      position={target.dataset['hintSide'] === 'right' ? 'right' : 'top'}
    />
  )
}
