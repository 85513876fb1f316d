import { useLingui } from '@lingui/react/macro'
import type { HotWindow } from '#contract/hot.ts'
import classes from './hot.module.css'

/** What the colours of a score mean. */
export function HotLegend({ window }: { window: HotWindow }) {
  const { t } = useLingui()
  const recent = {
    '1h': t`Views of the last 10 minutes`,
    '24h': t`Views of the last hour`,
    '7d': t`Views of the last 24 hours`,
  }
  return (
    <div className={classes.legends}>
      <span>{t`Score: views per hour, newer ones weighing more`}</span>
      <ul className={classes.legend} aria-label={t`What a score is made of`}>
        <li data-part="recent">{recent[window]}</li>
        <li data-part="earlier">{t`Views before`}</li>
        <li data-part="lift">{t`More than usual`}</li>
        <li data-part="lost">{t`Fewer than usual`}</li>
      </ul>
    </div>
  )
}
