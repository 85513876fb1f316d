import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { HALF_LIFE_HOURS, isOrigin, ORIGINS_MAX, type Settings } from '#contract/settings.ts'
import { SettingSection } from './setting-section.tsx'

const { least, most } = HALF_LIFE_HOURS

/** Whose pages may report readers, and how quickly what is hot cools down. */
export function ReaderSection({ readers }: Pick<Settings, 'readers'>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<{ origins?: string[]; halfLifeHours?: number | string }>({})
  const origins = typed.origins ?? readers.origins
  const halfLife = typed.halfLifeHours ?? readers.halfLifeHours
  const wrongOrigin = origins.find((origin) => !isOrigin(origin))
  const isWrongTime = typeof halfLife !== 'number' || halfLife < least || halfLife > most
  const isDirty = origins.join() !== readers.origins.join() || halfLife !== readers.halfLifeHours
  return (
    <SettingSection
      title={<Trans>Readers</Trans>}
      description={<Trans>What your site reports about its readers, for “Hot” and “Search ranking”.</Trans>}
      change={isDirty ? { readers: { origins, halfLifeHours: Number(halfLife) } } : undefined}
      isWrong={wrongOrigin !== undefined || isWrongTime}
      onReset={() => setTyped({})}
    >
      <TagsInput
        label={t`Other sites that may report readers`}
        description={t`The site above may always. Press Enter after each address, such as https://news.example.com.`}
        value={origins}
        onChange={(next) => setTyped({ ...typed, origins: next.map(originOf) })}
        maxTags={ORIGINS_MAX}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        error={wrongOrigin && t`“${wrongOrigin}” is not the address of a site: https:// and its name, without a path.`}
      />
      <NumberInput
        label={t`Half-life of a view, in hours`}
        description={t`After this time a view counts half as much for what is hot. Fewer hours make the list livelier.`}
        value={halfLife}
        onChange={(next) => setTyped({ ...typed, halfLifeHours: next })}
        min={least}
        max={most}
        clampBehavior="none"
        maw={240}
        error={isWrongTime && t`A number from ${least} to ${most}`}
      />
    </SettingSection>
  )
}

/** People paste the address of a page and mean its site. */
const originOf = (value: string): string => (URL.canParse(value) ? new URL(value).origin : value)
