import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import { IconCircleDot, IconLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { sizeName, type Placement, placementList } from '#contract/placements.ts'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import type { FilterControls } from '../../entity/list/list-filters.tsx'
import { paths } from '../../paths.ts'
import { CountLink } from '../../ui/count-link.tsx'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useAllowed } from '../session/session-api.ts'
import { usePlacementRowActions } from './placement-actions.tsx'
import { usePlacementList } from './placement-api.ts'
import { listed } from '../../ui/listed.ts'

const shape = listShape(placementList, { columns: ['key', 'status', 'sizes', 'ads', 'updatedAt'] })
const hrefOf = ({ id }: Placement) => paths.placement(id)

/** All places of the site that can show an ad. */
export function PlacementListPage() {
  const { t } = useLingui()
  const mayWrite = useAllowed('ads.write') ?? false
  const list = useEntityList(shape, usePlacementList)
  return (
    <EntityListPage
      list={list}
      title={t`Placements`}
      searchLabel={t`Search placements`}
      failed={t`The placements could not be loaded`}
      add={mayWrite && { label: t`New placement`, to: paths.placementAdd }}
      columns={usePlacementColumns()}
      filters={usePlacementFilters()}
      views={{
        screen: 'placements',
        builtIn: [
          { name: t`All`, query: '' },
          { name: t({ message: 'Active', context: 'placement' }), query: 'status=active' },
          { name: t`Inactive`, query: 'status=inactive' },
          { name: t`Trash`, query: 'status=trashed' },
        ],
      }}
      rowName={({ name }) => name}
      rowHref={hrefOf}
      actionsOf={usePlacementRowActions()}
      empty={{
        noMatch: list.state.filters.status === 'trashed' ? t`No placement is in the trash` : t`No placement matches`,
        nothing: t`No placements yet`,
        why: (
          <Trans>A placement is a place on your site that shows an ad: its name, and the sizes that fit there.</Trans>
        ),
        addFirst: <Trans>Add the first placement</Trans>,
      }}
    />
  )
}

function usePlacementFilters(): FilterControls<typeof placementList.filters> {
  const { t } = useLingui()
  return {
    status: {
      label: t`Status`,
      icon: <IconCircleDot size={14} />,
      choices: { active: t({ message: 'Active', context: 'placement' }), inactive: t`Inactive`, trashed: t`Trash` },
    },
    used: { label: t`Booked`, icon: <IconLink size={14} /> },
  }
}

function usePlacementColumns(): readonly Column<Placement>[] {
  const { t } = useLingui()
  const changed = useChangedColumn<Placement>()
  return useMemo(
    () => [
      {
        key: 'name',
        header: t`Name`,
        sort: 'name',
        cell: ({ name }) => (
          <Text span inherit truncate title={name}>
            {name}
          </Text>
        ),
      },
      { key: 'key', header: t`Key`, sort: 'key', width: 200, cell: ({ key }) => <Code>{key}</Code> },
      { key: 'status', header: t`Status`, width: 120, cell: (placement) => <PlacementStatus placement={placement} /> },
      {
        key: 'sizes',
        header: t`Sizes`,
        width: 200,
        onPhone: 'labelled',
        cell: ({ sizes }) => listed(sizes.map(sizeName)),
      },
      {
        key: 'ads',
        header: t`Ads`,
        width: 80,
        align: 'end',
        cell: ({ id, name, ads }) => (
          <CountLink count={ads} to={`${paths.ads}?placement=${id}`} label={t`Ads: ${ads}, ${name}`} />
        ),
      },
      changed,
    ],
    [t, changed],
  )
}

export function PlacementStatus({ placement }: { placement: Pick<Placement, 'active' | 'deletedAt'> }) {
  if (placement.deletedAt)
    return (
      <StatusDot tone="bad">
        <Trans>Trash</Trans>
      </StatusDot>
    )
  return placement.active ? (
    <StatusDot tone="good">
      <Trans context="placement">Active</Trans>
    </StatusDot>
  ) : (
    <StatusDot tone="over" hollow>
      <Trans>Inactive</Trans>
    </StatusDot>
  )
}
