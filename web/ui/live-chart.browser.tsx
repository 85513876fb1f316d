import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LiveChart } from './live-chart.tsx'
import { showScreen } from './testing/show-screen.tsx'

const START = Date.UTC(2026, 2, 2, 9) / 1000

/** A chart to which each click adds the next value. */
function Growing({ values, least, most }: { values: readonly number[]; least: number; most?: number }) {
  const [count, setCount] = useState(3)
  const shown = values.slice(0, count)
  return (
    <>
      <button onClick={() => setCount(count + 1)}>Next value</button>
      <LiveChart
        label="Calls a second"
        times={shown.map((_, at) => START + at)}
        series={[{ name: 'Calls', tone: '--mantine-color-teal-6', values: shown }]}
        span={60}
        format={(value) => String(value)}
        least={least}
        {...(most && { most })}
      />
    </>
  )
}

/** What a person sees of the axis: the pixels left of the lines. */
function axisOf(canvas: HTMLCanvasElement): string {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, 50 * devicePixelRatio, canvas.height)
  return data.join()
}

test('a new value moves the line on: the canvas, its size and the axis stay, until the value does not fit', async () => {
  showScreen(<Growing values={[2, 4, 3, 8, 5, 40]} least={10} />)
  const canvasNow = () => document.querySelector('canvas')
  await expect.poll(canvasNow).not.toBeNull()
  const canvas = canvasNow()!
  const next = page.getByRole('button', { name: 'Next value' })
  const newest = () => page.getByRole('listitem').element().textContent
  const place = () => JSON.stringify(page.getByRole('figure').element().getBoundingClientRect())
  await expect.poll(() => new Set(axisOf(canvas).split(',')).size).toBeGreaterThan(1)
  const [axis, frame] = [axisOf(canvas), place()]
  const whole = () => canvas.toDataURL()
  for (const value of [8, 5]) {
    const before = whole()
    await next.click()
    await expect.poll(newest).toBe(`Calls${value}`)
    await expect.poll(whole).not.toBe(before)
    expect([canvasNow() === canvas, place(), axisOf(canvas) === axis]).toEqual([true, frame, true])
  }
  await next.click()
  await expect.poll(() => axisOf(canvas)).not.toBe(axis)
  expect([canvasNow() === canvas, place()]).toEqual([true, frame])
})

test('the axis of shares ends at the whole, also when nearly all is used', async () => {
  showScreen(<Growing values={[0.2, 0.4, 0.3, 0.97, 1]} least={1} most={1} />)
  const canvasNow = () => document.querySelector('canvas')
  await expect.poll(canvasNow).not.toBeNull()
  const canvas = canvasNow()!
  await expect.poll(() => new Set(axisOf(canvas).split(',')).size).toBeGreaterThan(1)
  const axis = axisOf(canvas)
  for (const value of [0.97, 1]) {
    await page.getByRole('button', { name: 'Next value' }).click()
    await expect.poll(() => page.getByRole('listitem').element().textContent).toBe(`Calls${value}`)
    expect(axisOf(canvas) === axis).toBe(true)
  }
})
