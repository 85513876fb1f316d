import { Button } from '@mantine/core'
import { type RefObject, useLayoutEffect } from 'react'
import classes from './calendar.module.css'

/** Why an article is where it was, said at its place until the next action. */
export type Refusal = {
  id: string
  sentence: string
  /** What can be done instead. */
  step?: { label: string; run: () => void } | undefined
  /** Where it was dropped, in pixels of the window: it goes back from there. */
  from?: { left: number; top: number } | undefined
}

const BACK_MS = 250

/** Lets what was dropped elsewhere glide back to its place; not for who asked for less motion. */
export function useGlideBack(card: RefObject<HTMLElement | null>, from: Refusal['from']): void {
  useLayoutEffect(() => {
    if (!from || !card.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const { left, top } = card.current.getBoundingClientRect()
    const start = `translate(${from.left - left}px, ${from.top - top}px)`
    card.current.animate([{ transform: start }, { transform: 'none' }], { duration: BACK_MS, easing: 'ease-out' })
  }, [card, from])
}

export function RefusalText({ refusal, id }: { refusal: Refusal; id?: string }) {
  const { sentence, step } = refusal
  return (
    <div className={classes.refusal}>
      <p id={id}>{sentence}</p>
      {step && (
        <Button size="compact-xs" variant="default" onClick={step.run}>
          {step.label}
        </Button>
      )}
    </div>
  )
}
