import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '#contract/users.ts'
import { StatusDot, type Tone } from '../../ui/status-dot.tsx'

const states: Record<User['status'], { tone: Tone; word: ReactNode }> = {
  active: { tone: 'good', word: <Trans>Active</Trans> },
  pending: { tone: 'waiting', word: <Trans>Waits for approval</Trans> },
  suspended: { tone: 'over', word: <Trans>Suspended</Trans> },
}

export function UserStatus({ status }: { status: User['status'] }) {
  const { tone, word } = states[status]
  return <StatusDot tone={tone}>{word}</StatusDot>
}
