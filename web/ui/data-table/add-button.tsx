import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useShortcuts } from '../shortcuts.ts'

/** Adds one to a list, also by the key `c`. */
export function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  useShortcuts([
    {
      key: 'c',
      label,
      run: (event) => {
        // The letter itself must not go into a field that takes the focus now.
        event.preventDefault()
        onAdd()
      },
    },
  ])
  return (
    <Button h={32} px={12} leftSection={<IconPlus size={16} />} onClick={onAdd} aria-keyshortcuts="c">
      {label}
    </Button>
  )
}
