import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ads.module.css'

/** Fields that belong together, under a heading. */
export function AdSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      <Stack gap="md" className={classes.fields}>
        {children}
      </Stack>
    </fieldset>
  )
}
