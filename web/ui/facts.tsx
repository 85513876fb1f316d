import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is known about a thing: `dt` and `dd` in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}
