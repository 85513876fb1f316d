import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { colourOf } from './chart-colour.ts'
import { dateFormat } from './formats.ts'

/** `tone`: the name of a CSS colour variable, which each theme has its own value of. */
export type DaySeries = { name: string; tone: string; values: readonly number[] }
type Props = { days: readonly string[]; series: readonly DaySeries[]; locale: string }

const HEIGHT = 170
/** In seconds, as all times of the chart. */
const DAY = 86_400
const DAYS_BETWEEN_LABELS = [1, 2, 7, 14, 28, 91, 182, 364]

/** The canvas of a chart: drawn again when the theme, the width or the figures change. */
export function DayChartPlot({ days, series, locale }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    const element = place.current!
    const styles = getComputedStyle(element)
    const colour = (name: string) => colourOf(element, name)
    const axis = { stroke: colour('--chart-axis'), ticks: { show: false }, font: `11px ${styles.fontFamily}` }
    const dayFormat = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
    const seconds = days.map((day) => Date.parse(day) / 1000)
    const [first] = seconds
    const most = Math.max(1, ...series.flatMap(({ values }) => values))
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (at) => UPlot.tzDate(new Date(at * 1000), 'UTC'),
        cursor: { show: false },
        legend: { show: false },
        scales: {
          // A single day is in the middle.
          x: first !== undefined && seconds.length < 2 ? { range: [first - DAY, first + DAY] } : {},
          y: { range: [0, Math.ceil(most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            size: 26,
            // “11月13日” is as wide as a label is far from the next by default.
            space: 72,
            grid: { show: false },
            incrs: DAYS_BETWEEN_LABELS.map((count) => count * DAY),
            values: (_chart, labelled) => labelled.map((at) => dayFormat.format(at * 1000)),
          },
          {
            ...axis,
            size: 40,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000],
            grid: { stroke: colour('--chart-grid'), width: 1 },
            values: (_chart, values) => values.map((value) => value.toLocaleString(locale)),
          },
        ],
        series: [
          {},
          ...series.map(({ name, tone }, at) => ({
            label: name,
            stroke: colour(tone),
            width: 2,
            // Not by colour alone.
            dash: [[], [6, 4], [2, 3]][at % 3] ?? [],
            points: { show: seconds.length < 2 },
          })),
        ],
      },
      [seconds, ...series.map(({ values }) => [...values])],
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [days, series, locale, scheme])
  return <div ref={place} style={{ minBlockSize: HEIGHT }} />
}
