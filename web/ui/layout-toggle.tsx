import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useLayout } from './layout.ts'
import type { Layout, ListControl } from './list-state.ts'

/** Grid or table, for lists of pictures. */
export function LayoutToggle({ list }: { list: ListControl }) {
  const { t } = useLingui()
  const [layout, setLayout] = useLayout(list)
  const icon = (shown: React.ReactNode, name: string) => (
    <span style={{ display: 'grid', placeItems: 'center', blockSize: 16 }} title={name}>
      {shown}
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
  return (
    <SegmentedControl
      size="xs"
      aria-label={t`Layout`}
      value={layout}
      onChange={(value) => setLayout(value as Layout)}
      data={[
        { value: 'grid', label: icon(<IconLayoutGrid size={16} aria-hidden />, t`Grid`) },
        { value: 'table', label: icon(<IconList size={16} aria-hidden />, t`Table`) },
      ]}
    />
  )
}
