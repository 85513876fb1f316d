import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { type Ad, adEndpoints } from '#contract/ads.ts'
import { ExportCsvButton } from '../../entity/file-download.tsx'
import { useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { useAdActions, useAdRowActions } from './ad-actions.tsx'
import { useAdList } from './ad-api.ts'
import { useAdBulk } from './ad-bulk.tsx'
import { useAdColumns } from './ad-columns.tsx'
import { useAdFilters } from './ad-filters.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { adListShape } from './ad-list-shape.ts'
import { paceLabels } from './ad-words.ts'
import { LAST_THIRTY, ofList, withPeriod } from './ad-report-period.tsx'

const AdListReportDialog = lazyPart(async () => (await import('./ad-list-report.tsx')).AdListReportDialog)
const hrefOf = ({ id }: Ad) => paths.ad(id)

/** All ads: what they are doing, how far they are, and what to do about it. */
export function AdListPage() {
  const { t } = useLingui()
  const mayWrite = useAllowed('ads.write') ?? false
  const list = useEntityList(adListShape, useAdList)
  const { select, page, state, query } = list
  const { start, dialog } = useAdActions()
  const bulk = useAdBulk({ select, page: page.data, list })

  const { search, navigate } = useScreen()
  const isReporting = new URLSearchParams(search).has(ofList.choice)
  const { sort: _sort, page: _page, pageSize: _size, ...filter } = query
  return (
    <EntityListPage
      list={list}
      title={t`Ads`}
      searchLabel={t`Search ads and advertisers`}
      failed={t`The ads could not be loaded`}
      add={mayWrite && { label: t`New ad`, to: paths.adAdd }}
      columns={useAdColumns()}
      filters={useAdFilters(state.filters)}
      afterFilters={
        <>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconReportAnalytics size={14} />}
            onClick={() => navigate(withPeriod(search, LAST_THIRTY, ofList))}
          >
            <Trans>Report</Trans>
          </Button>
          <ExportCsvButton endpoint={adEndpoints.exportList} query={filter} name="ads" />
        </>
      }
      views={{
        screen: 'ads',
        builtIn: [
          { name: t`All`, query: '' },
          { name: t({ message: 'Running', context: 'an ad' }), query: 'status=running' },
          { name: t(paceLabels.behind), query: 'status=running&pace=behind' },
          { name: t`Scheduled`, query: 'status=scheduled' },
          { name: t`To approve`, query: 'submitted=true' },
          { name: t`Drafts`, query: 'status=draft' },
          { name: t`Paused`, query: 'status=paused' },
          { name: t`Ended`, query: 'status=ended' },
          { name: t`Trash`, query: 'status=trashed' },
        ],
      }}
      rowName={({ name }) => name}
      rowHref={hrefOf}
      actionsOf={useAdRowActions(start)}
      selectable={mayWrite}
      bulk={bulk.bar}
      empty={{
        noMatch: state.filters.status === 'trashed' ? t`No ad is in the trash` : t`No ad matches`,
        nothing: t`No ads yet`,
        why: <Trans>An ad shows its creatives in the placements of your site, from its start to its end.</Trans>,
        addFirst: <Trans>Create the first ad</Trans>,
      }}
    >
      {bulk.dialogs}
      {dialog}
      {isReporting && (
        <AdListReportDialog filter={filter} onClose={() => navigate(withPeriod(search, undefined, ofList))} />
      )}
    </EntityListPage>
  )
}
