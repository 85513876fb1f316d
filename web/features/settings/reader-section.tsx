import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, TagsInput } from '@mantine/core'
import { HALF_LIFE_HOURS, isOrigin, LIFT_MOST, ORIGINS_MAX, type Settings } from '#contract/settings.ts'
import { wholeAddress } from '../../ui/whole-address.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'

type Bounds = { least: number; most: number }
const isWithin = (value: unknown, { least, most }: Bounds) =>
  typeof value === 'number' && value >= least && value <= most

/** Whose pages may report readers, and how what is hot is weighed. */
export function ReaderSection({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const texts = {
    origins: t`Other sites that may show ads and report readers`,
    halfLifeHours: t`Half-life of a view, in hours`,
    liftMost: t`The comparison with earlier weeks multiplies at most by`,
  }
  const { values, set, frame } = useSettingForm(settings, 'readers', {
    origins: { label: texts.origins, show: (origins) => origins.join('\n') },
    halfLifeHours: { label: texts.halfLifeHours, show: String },
    liftMost: { label: texts.liftMost, show: String },
  })
  const { origins, halfLifeHours, liftMost } = values
  const wrongOrigin = origins.find((origin) => !isOrigin(origin))
  const isWrong = { halfLife: !isWithin(halfLifeHours, HALF_LIFE_HOURS), lift: !isWithin(liftMost, LIFT_MOST) }
  const between = ({ least, most }: Bounds) => t`A number from ${least} to ${most}`
  return (
    <SettingForm
      title={<Trans>Readers</Trans>}
      description={<Trans>What your site reports about its readers, for “Hot” and “Search ranking”.</Trans>}
      frame={frame}
      isWrong={wrongOrigin !== undefined || isWrong.halfLife || isWrong.lift}
    >
      <TagsInput
        label={texts.origins}
        description={t`The site above may always. Pages of these sites may also show ads, report readers and ask the delivery API. Press Enter after each address, such as https://news.example.com.`}
        value={origins}
        onChange={(next) => set('origins', [...new Set(next.map(originOf))])}
        maxTags={ORIGINS_MAX}
        splitChars={[',', '，', '、', ' ']}
        acceptValueOnBlur
        error={wrongOrigin && t`“${wrongOrigin}” is not the address of a site: https:// and its name, without a path.`}
      />
      <NumberInput
        label={texts.halfLifeHours}
        description={t`After this time a view counts half as much for what is hot. Fewer hours make the list livelier.`}
        value={halfLifeHours}
        onChange={(next) => set('halfLifeHours', next as number)}
        min={HALF_LIFE_HOURS.least}
        max={HALF_LIFE_HOURS.most}
        clampBehavior="none"
        styles={{ wrapper: { maxWidth: 240 } }}
        error={isWrong.halfLife && between(HALF_LIFE_HOURS)}
      />
      <NumberInput
        label={texts.liftMost}
        description={t`An article with many more readers than usual rises in “Hot” up to this many times its rate. 1 turns the comparison off.`}
        value={liftMost}
        onChange={(next) => set('liftMost', next as number)}
        min={LIFT_MOST.least}
        max={LIFT_MOST.most}
        clampBehavior="none"
        styles={{ wrapper: { maxWidth: 240 } }}
        error={isWrong.lift && between(LIFT_MOST)}
      />
    </SettingForm>
  )
}

/** People paste the address of a page and mean its site, or leave https out. What has no site stays as it was typed. */
function originOf(value: string): string {
  const whole = wholeAddress(value)
  const origin = URL.canParse(whole) ? new URL(whole).origin : 'null'
  return origin === 'null' ? value : origin
}
