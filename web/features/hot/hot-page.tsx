import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { IconEdit, IconEyeOff, IconFileImport, IconPinned, IconPinnedOff, IconRefresh } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { type HotItem, type HotWindow, hotWindows } from '#contract/hot.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import { ListEmpty } from '../../ui/data-table/list-empty.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { type ListShape, useListState } from '../../ui/list-state.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useRowMotion } from '../../ui/row-motion.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ReaderSnippet } from '../events/reader-snippet.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useHotActions } from './hot-actions.tsx'
import { useHot } from './hot-api.ts'
import { useHotColumns } from './hot-columns.tsx'

const shape: ListShape = {
  filters: { window: /^(1h|24h|7d)$/, show: /^(pinned|buried|fresh|rising)$/ },
  sorts: ['score'],
  defaultSort: 'score',
  columns: ['score', 'trend', 'views1h', 'views24h', 'lift', 'referrer', 'term'],
}
const DAY = 86_400_000

/** What readers turn to now, and why. */
export function HotPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const list = useListState(shape)
  const window = (list.state.filters['window'] ?? '24h') as HotWindow
  const hot = useHot(window)
  const columns = useHotColumns(hot.data)
  const filters = useHotFilters()
  const mayCreate = useAllowed('articles.write') ?? false
  const actions = useHotActions()
  const frame = useRef<HTMLDivElement>(null)

  const { q, filters: chosen } = list.state
  const rows = useMemo(() => hot.data?.items.filter(matches(q, chosen['show'])), [hot.data, q, chosen])
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  useRowMotion(frame, order, `${window} ${q} ${chosen['show'] ?? ''}`)

  const actionsOf = (item: HotItem): RowAction[] => {
    const refused = hot.data?.can.write ? {} : { unavailable: t`Only administrators and editors decide what is hot` }
    const choose = { divided: true, ...refused }
    return [
      {
        key: 'open',
        label: t`Open the article`,
        icon: <IconEdit size={16} />,
        quick: true,
        run: () => navigate(paths.article(item.id)),
      },
      ...(mayCreate
        ? [
            {
              key: 'follow',
              label: t`Write a follow-up`,
              icon: <IconFileImport size={16} />,
              run: () => void actions.followUp(item),
            },
          ]
        : []),
      ...(item.pinned || item.buried
        ? [
            {
              key: 'clear',
              label: item.pinned ? t`Unpin` : t`No longer bury`,
              icon: item.pinned ? <IconPinnedOff size={16} /> : <IconRefresh size={16} />,
              run: () => actions.clear(item),
              ...choose,
            },
          ]
        : []),
      ...(item.pinned
        ? []
        : [
            {
              key: 'pin',
              label: t`Pin…`,
              icon: <IconPinned size={16} />,
              run: () => actions.start(item, 'pin'),
              ...choose,
            },
          ]),
      ...(item.buried
        ? []
        : [
            {
              key: 'bury',
              label: t`Bury…`,
              icon: <IconEyeOff size={16} />,
              run: () => actions.start(item, 'bury'),
              ...refused,
            },
          ]),
    ]
  }

  const isNew = hot.data?.items.length === 0
  const page = rows && { items: rows, total: rows.length, totalIsExact: true, page: 1, pageSize: 100 as const }
  return (
    <>
      <div ref={frame} style={{ display: 'contents' }}>
        <ListFrame
          title={t`Hot`}
          list={list}
          page={isNew ? undefined : page}
          whole
          searchLabel={t`Search these articles`}
          primary={hot.data?.asOf && <AsOf time={hot.data.asOf} />}
          views={
            <SegmentedControl
              size="xs"
              style={{ margin: '0 8px 8px' }}
              aria-label={t`Period`}
              data={hotWindows.map((value) => ({
                value,
                label: { '1h': t`1 hour`, '24h': t`24 hours`, '7d': t`7 days` }[value],
              }))}
              value={window}
              onChange={(next) => list.update({ filters: { ...chosen, window: next } })}
            />
          }
          filters={<FilterBar list={list} filters={filters} />}
          display={<DisplayMenu list={list} columns={columns} />}
        >
          {hot.error && !hot.data ? (
            <LoadFailed title={t`What is hot could not be loaded`} error={hot.error} onRetry={hot.refetch} />
          ) : isNew ? (
            <ReaderSnippet />
          ) : (
            <DataTable
              label={t`Hot`}
              columns={columns}
              rows={rows}
              stale={hot.isPlaceholderData}
              list={list}
              rowName={({ title }) => title}
              rowHref={({ id }) => paths.article(id)}
              actionsOf={actionsOf}
              empty={
                <ListEmpty
                  list={list}
                  noMatch={t`No hot article matches`}
                  nothing={t`No one read anything in this period`}
                />
              }
            />
          )}
        </ListFrame>
      </div>
      {actions.dialog}
    </>
  )
}

const AsOf = ({ time }: { time: string }) => (
  <span style={{ color: 'var(--mantine-color-dimmed)', fontSize: 13 }}>
    <Trans>
      As of <RelativeTime value={time} />
    </Trans>
  </span>
)

const matches = (q: string, show: string | undefined) => (item: HotItem) => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const { pinned, buried, publishedAt, rank, previousRank } = item
  const kinds: Record<string, boolean> = {
    pinned,
    buried,
    fresh: Date.now() - Date.parse(publishedAt) < DAY,
    rising: rank !== null && (previousRank === null || rank < previousRank),
  }
  return words.every((word) => item.title.toLowerCase().includes(word)) && (show === undefined || kinds[show] === true)
}

function useHotFilters() {
  const { t } = useLingui()
  return useMemo(
    () => [
      choiceFilter({
        key: 'show',
        label: t`Show`,
        icon: <IconPinned size={14} />,
        choices: [
          { value: 'rising', label: t`Rising` },
          { value: 'fresh', label: t`Published in the last 24 hours` },
          { value: 'pinned', label: t`Pinned` },
          { value: 'buried', label: t`Buried` },
        ],
      }),
    ],
    [t],
  )
}
