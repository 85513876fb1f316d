import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { AuditAction, AuditEvent } from '#contract/audit.ts'

const strangers: readonly AuditAction[] = [
  'sign_in_failed',
  'sign_in_refused',
  'second_step_failed',
  'register',
  'register_again',
  'reset_password',
]

/** Who did it: a person, someone who was not signed in, or the system itself. */
export function useActorName(): (event: Pick<AuditEvent, 'actor' | 'ip' | 'action'>) => string {
  const { t } = useLingui()
  return useCallback(
    ({ actor, ip, action }) => {
      if (actor) return actor.name
      const isStranger = ip !== '' || strangers.includes(action)
      return isStranger ? t`Not signed in` : t`System`
    },
    [t],
  )
}
