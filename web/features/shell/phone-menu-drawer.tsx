import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useOpensAfterMount } from '../../ui/drop-anchor.tsx'
import { Logo } from '../session/logo.tsx'
import { MainMenu } from './main-menu.tsx'
import type { ShellRoute } from './shell-route.ts'

export type PhoneMenuProps = { route: ShellRoute; opened: boolean; onClose: () => void }

/** The main menu in a drawer. Loaded through `PhoneMenu`. */
export function PhoneMenuDrawer({ route, opened, onClose }: PhoneMenuProps) {
  const { t } = useLingui()
  return (
    <Drawer
      opened={useOpensAfterMount(opened)}
      onClose={onClose}
      size={280}
      padding={0}
      title={<Logo />}
      styles={{ header: { padding: '8px 12px' } }}
      closeButtonProps={{ 'aria-label': t`Close the menu` }}
    >
      <MainMenu route={route} collapsed={false} inDrawer />
    </Drawer>
  )
}
