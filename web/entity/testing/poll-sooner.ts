import { onTestFinished } from 'vitest'
import { pollPace } from '../background-run.ts'

/** Asks ten times as often how far work in the background is, until the test ends. @returns milliseconds in which it was asked for sure */
export function pollSooner(): number {
  const { ms } = pollPace
  pollPace.ms = ms / 10
  onTestFinished(() => void (pollPace.ms = ms))
  return pollPace.ms * 3
}
