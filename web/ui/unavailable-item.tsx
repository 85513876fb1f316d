import { Menu, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { label: ReactNode; icon?: ReactNode; unavailable: string }

/** An entry of a menu that is not possible, and why. Not `disabled`: the reason must be reachable from the keyboard and be read out. */
export const UnavailableItem = ({ label, icon, unavailable }: Props) => (
  <Menu.Item leftSection={icon} aria-disabled closeMenuOnClick={false} c="dimmed" maw={300}>
    {label}
    <Text size="xs" span display="block">
      {unavailable}
    </Text>
  </Menu.Item>
)
