import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AdFields } from '#contract/ad-fields.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useEstimate } from './ad-api.ts'
import { AdSection } from './ad-section.tsx'

const WAIT_MS = 400

/** How many page views fit the targeting of a form, asked again a moment after it changed. */
export function useAdEstimate({ placements, targeting, exclusions, timeZone, ...times }: AdFields) {
  // A time that is being typed is no time yet.
  const startsAt = times.startsAt || null
  const endsAt = times.endsAt || null
  const [body] = useDebouncedValue({ placements, targeting, exclusions, timeZone, startsAt, endsAt }, WAIT_MS)
  return useEstimate(body)
}

/** How many page views fit the targeting, while it is being chosen. */
export function AdEstimate({ values }: { values: AdFields }) {
  const { t, i18n } = useLingui()
  const { data, isError } = useAdEstimate(values)
  const perDay = data && i18n.number(Math.round(data.perDay))
  const flight = data?.wholeFlight != null && i18n.number(Math.round(data.wholeFlight))
  const days = data ? Math.round(data.days) : 0
  return (
    <AdSection title={t`Eligible page views`}>
      <Text size="sm" role="status">
        {isError && !data ? (
          <Trans>The estimate is not available now. Everything else works.</Trans>
        ) : !data ? (
          <Trans>Counting…</Trans>
        ) : data.allViews === 0 ? (
          <Trans>No page views were counted yet, so there is no estimate.</Trans>
        ) : (
          <>
            <Trans>About {perDay} page views a day fit.</Trans>
            <SentenceGap />
            {flight !== false && <Trans>From start to end that is about {flight}.</Trans>}{' '}
            <Text span c="dimmed">
              <Plural value={days} one="From the events of # day." other="From the events of # days." />
            </Text>
          </>
        )}
      </Text>
    </AdSection>
  )
}
