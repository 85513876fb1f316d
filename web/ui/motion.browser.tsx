import type {} from '@vitest/browser-playwright'
import { Loader, Skeleton } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
import './motion.css'
import { showScreen } from './testing/show-screen.tsx'

const askForLessMotion = (value: 'reduce' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

/** What moves without end. */
const moving = () =>
  document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.classList.contains('mantine-Loader-root'))
    .map((turns) => (turns ? 'spinner' : 'skeleton'))

test('for people who asked for less motion no skeleton pulses and nothing fades; only a spinner turns', async () => {
  onTestFinished(async () => void (await askForLessMotion('')))
  showScreen(
    <>
      <Skeleton height={20} />
      <Loader />
      <p style={{ transition: 'opacity 10s' }}>Fades</p>
    </>,
  )
  expect(moving()).toEqual(['skeleton', 'spinner'])
  await askForLessMotion('reduce')
  await expect.poll(moving).toEqual(['spinner'])
  const text = document.querySelector('p')!
  text.style.opacity = '0'
  expect(getComputedStyle(text).opacity).toBe('0')
})
