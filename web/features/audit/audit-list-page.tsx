import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconFile, IconUser } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type AuditEvent, auditList } from '#contract/audit.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import type { BuiltInView } from '../../entity/list/view-tabs.tsx'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { type AuditQuery, useAuditList, useExportAudit } from './audit-api.ts'
import { AuditChainLine } from './audit-chain.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { useAuditFilters } from './audit-filters.tsx'
import { AuditPanel, type ChangeWords } from './audit-panel.tsx'
import { useActionText } from './audit-texts.ts'

const shape = listShape(auditList, { columns: ['actor', 'ip', 'at'] })

const DAY_MS = 86_400_000

function useAuditViews(): readonly BuiltInView[] {
  const { t } = useLingui()
  const [[today, yesterday]] = useState(() =>
    [0, 1].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)),
  )
  return useMemo(
    () => [
      { name: t`Everything`, query: '' },
      { name: t`Today`, query: `from=${today}` },
      { name: t`Yesterday`, query: `from=${yesterday}&to=${yesterday}` },
      { name: t`Sign-ins`, query: 'kind=sign_ins' },
      { name: t`Refusals`, query: 'kind=refusals' },
      { name: t`Settings`, query: 'type=setting' },
      { name: t`Deletions`, query: 'kind=deleted' },
    ],
    [t, today, yesterday],
  )
}

/** Who did what, when and from where; nothing of it can be changed. */
export function AuditListPage({ changeWords }: { changeWords: ChangeWords }) {
  const { t } = useLingui()
  const list = useEntityList(shape, useAuditList)
  const actionText = useActionText()
  const exportAudit = useExportAudit()
  const problemText = useProblemText()
  const { search, navigate } = useScreen()
  const hrefOf = (event?: AuditEvent) => {
    const params = new URLSearchParams(search)
    params.delete('event')
    if (event) params.set('event', event.id)
    return `${paths.audit}${params.size > 0 ? `?${params}` : ''}`
  }
  const actionsOf = ({ actor, entityId }: AuditEvent): RowAction[] => [
    ...(entityId
      ? [
          {
            key: 'entity',
            label: t`Everything about this item`,
            icon: <IconFile size={16} />,
            run: () => list.update({ q: '', filters: { entity: entityId } }),
          },
        ]
      : []),
    ...(actor
      ? [
          {
            key: 'actor',
            label: t`Everything by this person`,
            icon: <IconUser size={16} />,
            run: () => list.update({ q: '', filters: { actor: actor.id } }),
          },
        ]
      : []),
  ]
  const save = () => {
    const { sort: _sort, page: _page, pageSize: _size, ...filter }: AuditQuery = list.query
    exportAudit.mutate(filter, {
      onError: (failure) => {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      },
    })
  }
  return (
    <EntityListPage
      list={list}
      title={t`Audit`}
      searchLabel={t`Search items and people`}
      failed={t`The audit log could not be loaded`}
      beside={
        <Button
          h={32}
          px={12}
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={exportAudit.isPending}
          onClick={save}
        >
          <Trans>Export</Trans>
        </Button>
      }
      views={{ screen: 'audit', builtIn: useAuditViews() }}
      columns={useAuditColumns()}
      filters={useAuditFilters()}
      rowName={actionText}
      rowHref={hrefOf}
      actionsOf={actionsOf}
      intro={<AuditChainLine />}
      empty={{ noMatch: t`No event matches`, nothing: t`Nothing has happened yet` }}
    >
      <AuditPanel
        id={new URLSearchParams(search).get('event') ?? undefined}
        changeWords={changeWords}
        onClose={() => navigate(hrefOf(), { replace: true })}
      />
    </EntityListPage>
  )
}
