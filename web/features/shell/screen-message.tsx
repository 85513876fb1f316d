import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './screen-slot.module.css'

/** A screen that has only something to say: what, why, and what to do next. */
export function ScreenMessage({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <Stack gap="md" className={classes.message}>
      <Text c="dimmed" component="span" aria-hidden="true" lh={1}>
        {icon}
      </Text>
      <Title order={1}>{title}</Title>
      <Stack gap="xs" fz="md">
        {children}
      </Stack>
      {actions && (
        <Group gap="sm" mt="xs">
          {actions}
        </Group>
      )}
    </Stack>
  )
}
