import { Stack, Text } from '@mantine/core'
import { IconFileOff, IconFilterOff, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const icons = {
  nothing: IconFileOff,
  'no-match': IconFilterOff,
  forbidden: IconLock,
  failed: IconPlugConnectedX,
} as const

type Props = {
  /** nothing yet · the filter finds nothing · not allowed · could not be loaded */
  kind: keyof typeof icons
  title: string
  /** Why it is so, and what to do. */
  children?: ReactNode
  /** The next step, as a button or link. */
  action?: ReactNode
}

/** Shown instead of content: says why there is none, and offers the next step. */
export function EmptyState({ kind, title, children, action }: Props) {
  const Icon = icons[kind]
  return (
    <Stack align="center" gap={6} px="md" py={56} role={kind === 'failed' ? 'alert' : undefined}>
      <Icon size={28} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text fw={600} mt={4} ta="center">
        {title}
      </Text>
      {children && (
        <Text size="sm" c="dimmed" ta="center" maw={440} component="div">
          {children}
        </Text>
      )}
      {action && <div style={{ marginTop: 10 }}>{action}</div>}
    </Stack>
  )
}
