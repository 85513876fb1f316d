import { useLingui } from '@lingui/react/macro'
import { lazyPart } from './lazy-part.tsx'
import type { LiveSeries } from './live-chart-plot.tsx'
import classes from './day-chart.module.css'

type Props = {
  /** What it shows, in words, for those who do not see it. */
  label: string
  /** Seconds since 1970, oldest first. */
  times: readonly number[]
  series: readonly LiveSeries[]
  /** The seconds that fit into its width. */
  span: number
  /** Writes a value of the axis. */
  format: (value: number) => string
  /** The axis reaches at least so far, so that small values look small. */
  least: number
  /** No value is higher, as of a share of a whole: the axis never goes beyond it. */
  most?: number
}

const LiveChartPlot = lazyPart(async () => (await import('./live-chart-plot.tsx')).LiveChartPlot, { ahead: false })

/** Lines of the last minutes that move on with each value, and the newest values as text beside their names. */
export function LiveChart({ label, times, series, span, format, least, most = Infinity }: Props) {
  const { i18n } = useLingui()
  return (
    <figure className={classes.figure} aria-label={label}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <ul className={classes.legend}>
        {series.map(({ name, tone, values }) => {
          const newest = values.at(-1) ?? null
          return (
            <li key={name}>
              <span style={{ borderBlockStartColor: `var(${tone})` }} aria-hidden />
              {name}
              <strong>{newest === null ? '–' : format(newest)}</strong>
            </li>
          )
        })}
      </ul>
      <div className={classes.live} aria-hidden>
        <LiveChartPlot
          times={times}
          series={series}
          span={span}
          format={format}
          least={least}
          most={most}
          locale={i18n.locale}
        />
      </div>
    </figure>
  )
}
