import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { AdFields } from '#contract/ad-fields.ts'
import { dayAt } from './ad-report-period.tsx'
import { useAdEstimate } from './ad-estimate.tsx'

const DAY_MS = 86_400_000

/** Why the goal is not likely to be reached: too few page views fit, or the daily cap leaves too few impressions until the end. */
export function GoalWarning({ values }: { values: AdFields }) {
  const { t, i18n } = useLingui()
  const { data } = useAdEstimate(values)
  const { kind, amount } = values.goal
  if (kind === 'none' || !amount) return null
  const capped = kind === 'impressions' ? mostUnderCap(values) : null
  if (capped !== null && capped < amount) {
    const most = i18n.number(capped)
    return (
      <Warning>{t`With this daily cap there are at most ${most} impressions from start to end, fewer than the goal.`}</Warning>
    )
  }
  const views = data && data.allViews > 0 ? data.wholeFlight : null
  if (views === null || Math.round(views) >= amount) return null
  const few = i18n.number(Math.round(views))
  return (
    <Warning>
      {t`About ${few} page views fit from start to end, fewer than the goal. It is not likely to be reached.`}
    </Warning>
  )
}

const Warning = ({ children }: { children: string }) => (
  <Alert color="orange" role="status">
    {children}
  </Alert>
)

/** What the daily cap allows on the days from start, or now, to end; null without a cap or an end. */
function mostUnderCap({ dailyCap, startsAt, endsAt, timeZone }: AdFields): number | null {
  if (!dailyCap || !endsAt) return null
  const start = startsAt ? startsAt.slice(0, 10) : dayAt(Date.now(), timeZone)
  // An end at midnight is not on the day that begins then.
  const last = Date.parse(`${endsAt}Z`) - 1
  const days = Math.floor(last / DAY_MS) - Date.parse(`${start}T00:00Z`) / DAY_MS + 1
  return days > 0 ? days * dailyCap : null
}
