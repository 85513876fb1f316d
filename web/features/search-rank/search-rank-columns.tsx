import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconEyeOff, IconPinned } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { SearchRankRow } from '#contract/search-rank.ts'
import type { SearchRankTab } from '#contract/search-rank-tabs.ts'
import type { Column } from '../../ui/data-table/column.ts'
import classes from './search-rank.module.css'
import { resultsText } from './search-rank-figures.ts'
import { useSearchRankWords } from './search-rank-words.ts'
import { TermDraftLine } from './term-drafts.tsx'

export type TermRow = SearchRankRow & { id: string }

/** @param hasDrafts whether a draft was started from one of the terms shown */
export function useSearchRankColumns(tab: SearchRankTab, hasDrafts: boolean): readonly Column<TermRow>[] {
  const { t, i18n } = useLingui()
  const { reason, percent, position } = useSearchRankWords()
  return useMemo(() => {
    const number = { width: 84, align: 'end', sortFirst: 'desc' } as const
    const columns = [
      {
        key: 'term',
        header: t`Search term`,
        sort: 'term',
        narrow: 118,
        cell: (item) => <Term item={item} why={reason(tab, item)} />,
      },
      {
        key: 'drafts',
        header: t`Draft`,
        width: 150,
        onPhone: 'shown',
        cell: ({ drafts: [draft] }) =>
          draft && (
            <span className={classes.draft}>
              <TermDraftLine draft={draft} />
            </span>
          ),
      },
      {
        key: 'searches',
        header: t`Searches`,
        sort: 'searches',
        ...number,
        narrow: 80,
        cell: (item) => i18n.number(item.searches),
      },
      { key: 'trend', header: t`Trend`, sort: 'trend', ...number, narrow: 60, cell: (item) => <Trend item={item} /> },
      {
        key: 'searchers',
        header: t`Readers`,
        sort: 'searchers',
        ...number,
        narrow: 74,
        cell: (item) => i18n.number(item.searchers),
      },
      {
        key: 'results',
        header: t`Results`,
        help: t`What the last search for it found, whatever the period`,
        sort: 'results',
        ...number,
        narrow: 68,
        cell: ({ results }) => resultsText(results, i18n),
      },
      {
        key: 'zeroResultShare',
        header: t`Found nothing`,
        sort: 'zeroResultShare',
        ...number,
        width: 116,
        narrow: 84,
        cell: (item) => percent(item.zeroResultShare, 1),
      },
      {
        key: 'clickThrough',
        header: t`Opened a result`,
        sort: 'clickThrough',
        ...number,
        width: 128,
        narrow: 100,
        cell: (item) => percent(item.clickThrough, 1),
      },
      {
        key: 'clickPosition',
        header: t`Click position`,
        sort: 'clickPosition',
        ...number,
        width: 120,
        narrow: 84,
        cell: ({ clickPosition }) => (clickPosition === null ? '–' : position(clickPosition)),
      },
    ] satisfies Column<TermRow>[]
    return hasDrafts ? columns : columns.filter(({ key }) => key !== 'drafts')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- words change with the language, as t does
  }, [t, i18n, tab, hasDrafts])
}

function Term({ item, why }: { item: TermRow; why: string }) {
  const { t } = useLingui()
  return (
    <span className={classes.lines}>
      <span className={classes.name}>
        {item.pins > 0 && <IconPinned size={14} className={classes.mark} aria-label={t`Has pinned articles`} />}
        {item.hidden && <IconEyeOff size={14} className={classes.mark} aria-label={t`Hidden`} />}
        {item.term}
      </span>
      {why && <span className={classes.aside}>{why}</span>}
    </span>
  )
}

/** The change in searches since the period before, in numbers: of small ones, shares say little. */
function Trend({ item: { searches, previous } }: { item: TermRow }) {
  const { t, i18n } = useLingui()
  if (previous === null) return <span title={t`The period before was not counted as a whole`}>–</span>
  const change = searches - previous
  const words = t`${i18n.number(previous)} in the period before`
  if (change === 0) return <span title={words}>0</span>
  const Icon = change > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className={classes.trend} data-way={change > 0 ? 'up' : 'down'} title={words}>
      <Icon size={12} aria-label={change > 0 ? t`up by` : t`down by`} />
      {i18n.number(Math.abs(change))}
    </span>
  )
}
