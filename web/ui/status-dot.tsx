import type { ReactNode } from 'react'
import classes from './text.module.css'

const tones = {
  neutral: 'light-dark(var(--mantine-color-gray-5), var(--mantine-color-dark-3))',
  waiting: 'light-dark(#b26a00, #f2b45a)',
  planned: 'light-dark(#3a5bc7, #8fa8ff)',
  good: 'light-dark(#18794e, #4cc38a)',
  over: 'light-dark(var(--mantine-color-gray-6), var(--mantine-color-dark-2))',
  bad: 'light-dark(#b3261e, #ff9d94)',
} as const
export type Tone = keyof typeof tones

/** A state as dot and word; the word carries the meaning. `hollow` tells two states of one tone apart. */
export function StatusDot({ tone, hollow, children }: { tone: Tone; hollow?: boolean; children: ReactNode }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} style={{ color: tones[tone] }} data-hollow={hollow || undefined} aria-hidden />
      {children}
    </span>
  )
}
