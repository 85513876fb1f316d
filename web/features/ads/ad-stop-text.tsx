import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { Explanation } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { paths } from '../../paths.ts'
import { listed } from '../../ui/listed.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { stopText } from './ad-words.ts'
import { rangeName, rangesOf } from './hour-ranges.ts'

type Props = {
  ad: Pick<Ad, 'timeZone' | 'targeting' | 'exclusions'>
  explanation: Pick<Explanation, 'at' | 'outrankedBy'> & { stoppedBy: NonNullable<Explanation['stoppedBy']> }
  hasArticle: boolean
}

/** What stops the ad, with the hours or the other ad that it is about. */
export function AdStopText({ ad, explanation: { at, stoppedBy, outrankedBy }, hasArticle }: Props) {
  const { t, i18n } = useLingui()
  const { timeZone } = ad
  const hours = (all: readonly number[]) => listed(rangesOf(all).map(rangeName), i18n.locale)
  const asked = wallTimeAt(Date.parse(at), timeZone).slice(11, 16)
  if (stoppedBy === 'hour') {
    const own = hours(ad.targeting.hours)
    return t`The ad targets ${own} only, and the time asked about is ${asked} (${timeZone}).`
  }
  if (stoppedBy === 'excluded_hour') {
    const own = hours(ad.exclusions.hours)
    return t`The ad excludes ${own}, and the time asked about is ${asked} (${timeZone}).`
  }
  if (stoppedBy === 'outranked' && outrankedBy) {
    const { id, name } = outrankedBy
    return (
      <Trans>
        An ad of higher priority takes the place:{' '}
        <Anchor component={ScreenLink} to={paths.ad(id)} inherit underline="always">
          {name}
        </Anchor>
      </Trans>
    )
  }
  return t(stopText(stoppedBy, hasArticle))
}
