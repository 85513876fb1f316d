import { useLingui } from '@lingui/react/macro'
import classes from './day-chart.module.css'
import type { DaySeries } from './day-chart-plot.tsx'
import { lazyPart } from './lazy-part.tsx'
import stackedClasses from './stacked-table.module.css'

type Props = {
  /** What it shows, in words, for those who do not see it. */
  label: string
  /** `2026-05-01`, oldest first. */
  days: readonly string[]
  series: readonly DaySeries[]
  /** Columns that only the table has, a text for each day. */
  columns?: readonly { name: string; cells: readonly string[] }[]
  /** Heads the days of the table; left out: they are days in UTC. */
  dayLabel?: string
}

const DayChartPlot = lazyPart(async () => (await import('./day-chart-plot.tsx')).DayChartPlot, { ahead: false })

/** Lines by day with a legend, and the same figures as a table. The library that draws is loaded with the first chart. */
export function DayChart({ label, days, series, columns = [], dayLabel }: Props) {
  const { t, i18n } = useLingui()
  const dayText = (day: string) => i18n.date(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'medium' })
  return (
    <figure className={classes.figure} aria-label={label}>
      <ul className={classes.legend} aria-hidden>
        {series.map(({ name, tone }) => (
          <li key={name}>
            <span style={{ borderBlockStartColor: `var(${tone})` }} />
            {name}
          </li>
        ))}
      </ul>
      <div className={classes.plot} aria-hidden>
        <DayChartPlot days={days} series={series} locale={i18n.locale} />
      </div>
      <details className={classes.details}>
        <summary>{t`Figures as a table`}</summary>
        {/* It scrolls, so the keyboard must get there. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
          <table className={stackedClasses.table}>
            <thead>
              <tr>
                <th scope="col">{dayLabel ?? t`Day (UTC)`}</th>
                {[...series, ...columns].map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((day, at) => (
                  <tr key={day}>
                    <th scope="row" data-line>
                      {dayText(day)}
                    </th>
                    {series.map(({ name, values }) => (
                      <td key={name} data-label={name}>
                        {i18n.number(values[at] ?? 0)}
                      </td>
                    ))}
                    {columns.map(({ name, cells }) => (
                      <td key={name} data-label={name}>
                        {cells[at]}
                      </td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
