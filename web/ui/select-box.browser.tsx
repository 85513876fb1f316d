import { Checkbox, Radio, useMantineColorScheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import './control-border.css'
import { SelectBox } from './select-box.tsx'
import { showScreen } from './testing/show-screen.tsx'

function Boxes() {
  const { setColorScheme } = useMantineColorScheme()
  return (
    <>
      <button type="button" onClick={() => setColorScheme('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setColorScheme('light')}>
        Light
      </button>
      <SelectBox aria-label="Of a row" />
      <Checkbox aria-label="Of a form" />
      <Radio aria-label="One of several" />
    </>
  )
}

const luminance = (color: string) => {
  const [r = 0, g = 0, b = 0] = (/\d+, \d+, \d+/.exec(color)?.[0] ?? '')
    .split(', ')
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

for (const scheme of ['Light', 'Dark'])
  test(`a box to tick is seen: its border has a contrast of 3:1 to what is around it (${scheme})`, async () => {
    showScreen(<Boxes />)
    await page.getByRole('button', { name: scheme }).click()
    await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', scheme.toLowerCase())
    const around = getComputedStyle(document.body).backgroundColor
    for (const box of [...page.getByRole('checkbox').elements(), ...page.getByRole('radio').elements()])
      await expect.poll(() => contrast(getComputedStyle(box).borderTopColor, around)).toBeGreaterThanOrEqual(3)
  })
