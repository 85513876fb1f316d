import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { AuditEvent } from '#contract/audit.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useActorName } from './audit-actor.ts'
import { useActionText } from './audit-texts.ts'

export function useAuditColumns(): readonly Column<AuditEvent>[] {
  const { t } = useLingui()
  const actorName = useActorName()
  const actionText = useActionText()
  return useMemo(
    () => [
      { key: 'what', header: t`What happened`, cell: actionText },
      { key: 'actor', header: t`Who`, width: 200, narrow: 150, cell: actorName },
      { key: 'ip', header: t`From where`, width: 160, narrow: 124, cell: ({ ip }) => ip || '–', onPhone: 'left-out' },
      {
        key: 'at',
        header: t`When`,
        sort: 'at',
        sortFirst: 'desc',
        width: 140,
        narrow: 116,
        cell: ({ at }) => <RelativeTime value={at} />,
      },
    ],
    [t, actionText, actorName],
  )
}
