import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconEdit,
  IconEyeOff,
  IconFileImport,
  IconPinned,
  IconPinnedOff,
  IconRefresh,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef } from 'react'
import {
  hotEndpoints,
  type HotItem,
  type HotShow,
  hotShows,
  type HotWindow,
  hotWindows,
  isHotShown,
} from '#contract/hot.ts'
import { screenChoice } from '#contract/filter-data.ts'
import { ExportCsvButton } from '../../entity/file-download.tsx'
import { listShape, useLoadedList, useShapeState } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useRowMotion } from '../../ui/row-motion.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ReaderSnippet } from '../events/reader-snippet.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useHotActions } from './hot-actions.tsx'
import { useHot } from './hot-api.ts'
import { useHotColumns } from './hot-columns.tsx'
import { HotLegend } from './hot-legend.tsx'
import classes from './hot.module.css'

const own = { window: screenChoice(hotWindows), show: screenChoice(hotShows) }
const shape = listShape(
  { filters: {}, sorts: ['score'], defaultSort: 'score' },
  { own, columns: ['score', 'trend', 'views1h', 'views24h', 'views7d', 'lift', 'referrer', 'term'] },
)

/** What readers turn to now, and why. */
export function HotPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const state = useShapeState(shape)
  const { q, filters: chosen } = state.state
  const window = chosen.window ?? '24h'
  const hot = useHot(window)
  const mayCreate = useAllowed('articles.write') ?? false
  const actions = useHotActions(hot.data?.items ?? [])
  const frame = useRef<HTMLDivElement>(null)

  const page = useMemo(() => {
    const items = hot.data?.items.filter(matches(q, chosen.show))
    return items && { items, total: items.length, totalIsExact: true }
  }, [hot.data, q, chosen])
  const list = useLoadedList(shape, state, { ...hot, data: page })
  const rows = page?.items
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  useRowMotion(frame, order, `${window} ${q} ${chosen.show ?? ''}`)

  const movesOf = (item: HotItem, refused: { unavailable?: string }): RowAction[] => {
    const { place, of } = actions.placeOf(item)
    const move = (key: string, label: string, icon: ReactNode, to: number) =>
      to < 1 || to > of ? [] : [{ key, label, icon, run: () => actions.move(item, to), ...refused }]
    return [
      ...move('up', t`Move up`, <IconArrowUp size={16} />, place - 1),
      ...move('down', t`Move down`, <IconArrowDown size={16} />, place + 1),
    ]
  }

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
      ...(item.pinned ? movesOf(item, refused) : []),
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

  const isEmpty = hot.data?.items.length === 0
  // A list exists from the first reader on, also of a period that had none.
  const isNew = isEmpty && hot.data?.asOf === null
  const setWindow = (next: HotWindow) => list.update({ filters: { ...chosen, window: next } })
  return (
    <div ref={frame} style={{ display: 'contents' }}>
      <EntityListPage
        list={list}
        title={t`Hot`}
        searchLabel={t`Search these articles`}
        failed={t`What is hot could not be loaded`}
        whole
        uncounted={isNew}
        beside={hot.data?.asOf && <AsOf time={hot.data.asOf} />}
        tabs={
          <div className={classes.period}>
            <SegmentedControl
              size="xs"
              style={{ margin: '0 8px 8px' }}
              aria-label={t`Period`}
              data={hotWindows.map((value) => ({
                value,
                label: { '1h': t`1 hour`, '24h': t`24 hours`, '7d': t`7 days` }[value],
              }))}
              value={window}
              onChange={setWindow}
            />
            {!isEmpty && <HotLegend window={window} />}
          </div>
        }
        columns={useHotColumns(hot.data)}
        filters={{
          window: null,
          show: {
            label: t`Show`,
            icon: <IconPinned size={14} />,
            choices: {
              rising: t`Rising`,
              fresh: t`Published in the last 24 hours`,
              pinned: t`Pinned`,
              buried: t`Buried`,
            },
          },
        }}
        afterFilters={
          !isNew && (
            <ExportCsvButton
              endpoint={hotEndpoints.exportList}
              query={{ window, q, show: chosen.show }}
              name={`${t`Hot`} ${window}`}
            />
          )
        }
        rowName={({ title }) => title}
        rowHref={({ id }) => paths.article(id)}
        actionsOf={actionsOf}
        empty={{ noMatch: t`No hot article matches`, nothing: t`No one read anything in this period` }}
        emptyState={isEmpty && hot.data ? <QuietPeriod window={hot.data.window} onChoose={setWindow} /> : undefined}
        body={isNew ? () => <ReaderSnippet /> : undefined}
      >
        {actions.dialog}
      </EntityListPage>
    </div>
  )
}

/** A period without readers, though there were some before: leads to the next longer one. */
function QuietPeriod({ window, onChoose }: { window: HotWindow; onChoose: (window: HotWindow) => void }) {
  const { t } = useLingui()
  const titles = {
    '1h': t`No readers in the last hour`,
    '24h': t`No readers in the last 24 hours`,
    '7d': t`No readers in the last 7 days`,
  }
  const wider = hotWindows[hotWindows.indexOf(window) + 1]
  return (
    <EmptyState
      kind="nothing"
      title={titles[window]}
      action={
        wider && (
          <Button variant="default" onClick={() => onChoose(wider)}>
            {wider === '24h' ? <Trans>Show the last 24 hours</Trans> : <Trans>Show the last 7 days</Trans>}
          </Button>
        )
      }
    >
      <Trans>The list fills by itself as soon as someone reads an article. Your own visits do not count.</Trans>
    </EmptyState>
  )
}

const AsOf = ({ time }: { time: string }) => (
  <span style={{ color: 'var(--mantine-color-dimmed)', fontSize: 13 }}>
    <Trans>
      As of <RelativeTime value={time} />
    </Trans>
  </span>
)

const matches = (q: string, show: HotShow | undefined) => (item: HotItem) =>
  isHotShown(item, { q, show, now: Date.now() })
