import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  type MantineColorScheme,
  Menu,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useDensity } from '../../ui/density.ts'

/** Light, dark or as the system has it; and how dense lists are. Kept in this browser. */
export function AppearanceMenu() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const [density, setDensity] = useDensity()
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
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          <Menu.RadioItem value="light">
            <Trans>Light</Trans>
          </Menu.RadioItem>
          <Menu.RadioItem value="dark">
            <Trans>Dark</Trans>
          </Menu.RadioItem>
          <Menu.RadioItem value="auto">
            <Trans>As the system</Trans>
          </Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Density of lists</Trans>
        </Menu.Label>
        <Menu.RadioGroup value={density} onChange={(chosen) => setDensity(chosen as typeof density)}>
          <Menu.RadioItem value="comfortable">
            <Trans>Comfortable</Trans>
          </Menu.RadioItem>
          <Menu.RadioItem value="compact">
            <Trans>Compact</Trans>
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
