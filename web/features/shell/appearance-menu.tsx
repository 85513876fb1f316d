import { useLingui } from '@lingui/react/macro'
import { ActionIcon, type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useDensity } from '../../ui/density.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { hint } from '../../ui/hint.tsx'

/** Light, dark or as the system has it; and how dense lists are. Kept in this browser. */
export function AppearanceMenu() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const [density, setDensity] = useDensity()
  return (
    <DropMenu
      width={200}
      target={
        <ActionIcon size={36} aria-label={t`Appearance`} {...hint(t`Appearance`)}>
          {shown === 'dark' ? <IconMoon size={18} stroke={1.6} /> : <IconSun size={18} stroke={1.6} />}
        </ActionIcon>
      }
      entries={[
        {
          key: 'theme',
          label: t`Theme`,
          value: colorScheme,
          options: [
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`As the system` },
          ],
          choose: (scheme) => setColorScheme(scheme as MantineColorScheme),
        },
        {
          key: 'density',
          divided: true,
          label: t`Density of lists`,
          value: density,
          options: [
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ],
          choose: (chosen) => setDensity(chosen as typeof density),
        },
      ]}
    />
  )
}
