import { MantineThemeProvider, Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { DropAnchor, useOpensAfterMount } from './drop-anchor.tsx'
import type { DropParts } from './drop.ts'

type Props = DropParts & {
  label: string
  position: 'bottom-start' | 'bottom-end'
  padding?: number
  minWidth?: number
  onClose: () => void
  children: ReactNode
}

/** What is chosen from in a panel lies in it: elsewhere on the page, a press on it would be one outside, and close the panel. */
const inPanel = { components: { Combobox: { defaultProps: { withinPortal: false } } } }

/** The panel of a `DropPanel`, which loads it. */
export function DropPanelBody({ id, target, opened, onChange, label, position, padding, minWidth, children }: Props) {
  const isOpen = useOpensAfterMount(opened)
  return (
    <Popover id={id} opened={isOpen} onChange={onChange} position={position} trapFocus returnFocus withRoles>
      <Popover.Target>
        <DropAnchor element={target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(padding !== undefined && { p: padding, miw: minWidth })}>
        <MantineThemeProvider theme={inPanel}>{children}</MantineThemeProvider>
      </Popover.Dropdown>
    </Popover>
  )
}
