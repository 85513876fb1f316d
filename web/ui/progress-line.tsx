import { Progress, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useQuarterText } from './progress-text.ts'

const SPOKEN_AFTER_MS = 100

type Props = {
  /** What the bar measures: its accessible name. */
  label: string
  done: number
  /** 0 while it is not known. */
  total: number
  /** How far it is, in words. They may change every second: they are shown, and not read aloud by themselves. */
  children: ReactNode
}

/** A bar with a sentence below it. That it began and each quarter of it is read aloud. */
export function ProgressLine({ label, done, total, children }: Props) {
  const share = total > 0 ? done / total : 0
  const quarter = useQuarterText()(share)
  const words = quarter === '' ? label : `${label}: ${quarter}`
  // What is there already when the place for it appears is not read.
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(words), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <div>
      <Progress value={share * 100} animated aria-label={label} />
      <Text size="sm" mt="xs">
        {children}
      </Text>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  )
}
