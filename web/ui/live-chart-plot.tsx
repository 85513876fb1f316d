import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { colourOf } from './chart-colour.ts'
import { steadyTop } from './steady-top.ts'
import { useTimeZone } from './time-zone.ts'
import { clockParts, dateFormat } from './formats.ts'

/** `tone`: the name of a CSS colour variable; `null` leaves a gap in the line. */
export type LiveSeries = { name: string; tone: string; values: readonly (number | null)[] }
type Props = {
  times: readonly number[]
  series: readonly LiveSeries[]
  span: number
  format: (value: number) => string
  least: number
  most: number
  locale: string
}

const HEIGHT = 120

/** The canvas: made once for a theme and language; new values are appended to it. */
export function LiveChartPlot({ times, series, span, format, least, most, locale }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<{ plot: UPlot; key: string } | undefined>(undefined)
  const top = useRef(least)
  const newest = useRef({ times, series, format })
  const scheme = useComputedColorScheme()
  const zone = useTimeZone()
  const shape = series.map(({ name, tone }) => `${name} ${tone}`).join()
  const key = [shape, span, locale, scheme, zone].join(' ')

  const make = useEffectEvent((element: HTMLDivElement) => {
    const { fontFamily } = getComputedStyle(element)
    const colour = (name: string) => colourOf(element, name)
    const axis = { stroke: colour('--chart-axis'), ticks: { show: false }, font: `11px ${fontFamily}` }
    const clock = dateFormat(locale, { ...clockParts(locale), timeZone: zone })
    return new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: false },
        scales: {
          // Without any value there is no newest one.
          x: { range: (_chart, _least, most: number | null) => [(most ?? span) - span, most ?? span] },
          y: { range: () => [0, top.current] },
        },
        axes: [
          {
            ...axis,
            size: 24,
            space: 90,
            grid: { show: false },
            values: (_chart, seconds) => seconds.map((at) => clock.format(at * 1000)),
          },
          {
            ...axis,
            size: 60,
            space: 30,
            grid: { stroke: colour('--chart-grid'), width: 1 },
            values: (_chart, values) => values.map((value) => newest.current.format(value)),
          },
        ],
        series: [
          {},
          ...newest.current.series.map(({ name, tone }, at) => ({
            label: name,
            stroke: colour(tone),
            width: 1.5,
            // Not by colour alone.
            dash: [[], [6, 4], [2, 3]][at % 3] ?? [],
            points: { show: false },
          })),
        ],
      },
      dataOf(newest.current),
      element,
    )
  })

  useEffect(() => {
    const element = place.current!
    if (chart.current?.key !== key) {
      chart.current?.plot.destroy()
      chart.current = { plot: make(element), key }
    }
    const { plot } = chart.current
    const resize = () => element.clientWidth > 0 && plot.setSize({ width: element.clientWidth, height: HEIGHT })
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    return () => {
      observer.disconnect()
      // A kept screen that is hidden ends its effects, too, but shows the same chart again.
      setTimeout(() => {
        if (!element.isConnected) plot.destroy()
      })
    }
  }, [key])

  useEffect(() => {
    newest.current = { times, series, format }
    const shown = series.flatMap(({ values }) => values.filter((value) => value !== null))
    top.current = steadyTop(top.current, Math.max(0, ...shown), least, most)
    chart.current?.plot.setData(dataOf(newest.current))
  }, [times, series, format, least, most])

  return <div ref={place} style={{ minBlockSize: HEIGHT }} />
}

const dataOf = ({ times, series }: Pick<Props, 'times' | 'series'>): UPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
]
