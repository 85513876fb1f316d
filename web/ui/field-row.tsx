import type { ReactNode } from 'react'
import classes from './field-row.module.css'

/** Fields that belong together, beside each other. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>
