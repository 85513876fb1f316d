import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Facts about an item: `dt` and `dd` in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}
