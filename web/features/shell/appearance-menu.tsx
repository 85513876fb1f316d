import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconCheck,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { setDensity, useDensity } from '../../ui/density.ts'

/** Light, dark or as the system has it; and how dense lists are. Kept in this browser. */
export function AppearanceMenu() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const density = useDensity()
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={200}>
      <Menu.Target>
        <Tooltip label={t`Appearance`}>
          <ActionIcon size={36} aria-label={t`Appearance`}>
            {shown === 'dark' ? <IconMoon size={18} stroke={1.6} /> : <IconSun size={18} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Theme</Trans>
        </Menu.Label>
        <Choice chosen={colorScheme === 'light'} icon={<IconSun size={16} />} onChoose={() => setColorScheme('light')}>
          <Trans>Light</Trans>
        </Choice>
        <Choice chosen={colorScheme === 'dark'} icon={<IconMoon size={16} />} onChoose={() => setColorScheme('dark')}>
          <Trans>Dark</Trans>
        </Choice>
        <Choice
          chosen={colorScheme === 'auto'}
          icon={<IconDeviceDesktop size={16} />}
          onChoose={() => setColorScheme('auto')}
        >
          <Trans>As the system</Trans>
        </Choice>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Density of lists</Trans>
        </Menu.Label>
        <Choice
          chosen={density === 'comfortable'}
          icon={<IconBaselineDensityMedium size={16} />}
          onChoose={() => setDensity('comfortable')}
        >
          <Trans>Comfortable</Trans>
        </Choice>
        <Choice
          chosen={density === 'compact'}
          icon={<IconBaselineDensitySmall size={16} />}
          onChoose={() => setDensity('compact')}
        >
          <Trans>Compact</Trans>
        </Choice>
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoiceProps = { chosen: boolean; icon: ReactNode; onChoose: () => void; children: ReactNode }

function Choice({ chosen, icon, onChoose, children }: ChoiceProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      leftSection={icon}
      rightSection={chosen ? <IconCheck size={16} aria-hidden="true" /> : undefined}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
  )
}
