import { Trans, useLingui } from '@lingui/react/macro'
import { Input, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useDensity } from '../../ui/density.ts'
import { ProfileSection } from './profile-section.tsx'

export function AppearanceSection() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  return (
    <ProfileSection title={<Trans>Appearance</Trans>} description={<Trans>Kept in this browser, at once.</Trans>}>
      <Input.Wrapper label={t`Theme`} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t`Theme`}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`As the system` },
          ]}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t`Density of lists`} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t`Density of lists`}
          value={density}
          onChange={(value) => setDensity(value as typeof density)}
          data={[
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ]}
        />
      </Input.Wrapper>
    </ProfileSection>
  )
}
