import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Drawer, Group, Skeleton, Text } from '@mantine/core'
import { IconEye, IconEyeOff, IconPencilPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SearchRankWindow, SearchTerm } from '#contract/search-rank.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useAllowed } from '../session/session-api.ts'
import type { TermActions } from './search-rank-actions.tsx'
import { useSearchTerm } from './search-rank-api.ts'
import { resultsText } from './search-rank-figures.ts'
import { useSearchRankWords } from './search-rank-words.ts'
import classes from './search-rank.module.css'
import { SearchTermClicked } from './search-term-clicked.tsx'
import { SearchTermNow } from './search-term-now.tsx'
import { TermDraftLine } from './term-drafts.tsx'
import { SearchTermDecisions } from './search-term-decisions.tsx'
import { listed } from '../../ui/listed.ts'

type Props = {
  /** Undefined: closed. */
  term: string | undefined
  window: SearchRankWindow
  actions: TermActions
  onClose: () => void
}

/** A term in place: its figures and days, what readers opened, and what editors decide about it. */
export function SearchTermPanel({ term, window, actions, onClose }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(term)
  if (term !== undefined && term !== shown) setShown(term)
  const asked = useSearchTerm(term, window)
  const page = asked.data
  return (
    <Drawer
      opened={term !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={
        <Text fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {t`“${page?.term ?? shown ?? ''}”`}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {asked.error && !page ? (
        <LoadFailed title={t`The term could not be loaded`} error={asked.error} onRetry={asked.refetch} />
      ) : page ? (
        <Panel page={page} actions={actions} />
      ) : (
        <Skeleton height={320} />
      )}
    </Drawer>
  )
}

function Panel({ page, actions }: { page: SearchTerm; actions: TermActions }) {
  const { t } = useLingui()
  const mayCreate = useAllowed('articles.write') ?? false
  const { term, figures, days, hidden, decidedBy, decidedAt, can } = page
  const name = decidedBy?.name ?? t`someone`
  return (
    <div className={classes.panel}>
      <Group gap="xs">
        {mayCreate && (
          <Button
            leftSection={<IconPencilPlus size={16} />}
            loading={actions.starting}
            onClick={() => void actions.startDraft(term)}
          >
            <Trans>Start a draft</Trans>
          </Button>
        )}
        {can.write && (
          <Button
            variant="default"
            leftSection={hidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            onClick={() => void (hidden ? actions.show(term) : actions.hide(term))}
          >
            {hidden ? <Trans>Show again</Trans> : <Trans>Hide</Trans>}
          </Button>
        )}
        {hidden && (
          <Badge color="gray" variant="light">
            <Trans>Hidden</Trans>
          </Badge>
        )}
      </Group>
      {page.drafts.length > 0 && (
        <ul className={classes.drafts}>
          {page.drafts.map((draft) => (
            <li key={draft.startedAt}>
              <TermDraftLine draft={draft} />
            </li>
          ))}
        </ul>
      )}
      <SearchTermNow key={term} term={term} />
      {figures ? (
        <>
          <Figures page={page} />
          <section>
            <h3>
              <Trans>The last 30 days</Trans>
            </h3>
            <DayChart
              label={t`Searches for “${term}” by day`}
              days={days.map(({ day }) => day)}
              series={[
                { name: t`Searches`, tone: '--chart-1', values: days.map(({ searches }) => searches) },
                { name: t`Found nothing`, tone: '--chart-2', values: days.map(({ noResults }) => noResults) },
                { name: t`Clicks`, tone: '--chart-3', values: days.map(({ clicks }) => clicks) },
              ]}
            />
          </section>
          <SearchTermClicked page={page} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Fewer than three readers searched for this on any day of the period, so no figures are shown.</Trans>
        </Text>
      )}
      <SearchTermDecisions page={page} actions={actions} />
      {decidedAt && (
        <Text size="xs" c="dimmed">
          <Trans>
            Last decided by {name}, <RelativeTime value={decidedAt} />
          </Trans>
        </Text>
      )}
    </div>
  )
}

function Figures({ page }: { page: SearchTerm }) {
  const { t, i18n } = useLingui()
  const { windows, percent, position } = useSearchRankWords()
  const { figures, window } = page
  if (!figures) return null
  const { searches, searchers, results, zeroResultShare, clickThrough, clickPosition, previous, variants } = figures
  const shown = [
    [t`Searches`, i18n.number(searches)],
    [t`Before`, previous === null ? '–' : i18n.number(previous)],
    [t`Readers`, i18n.number(searchers)],
    [t`Results then`, resultsText(results, i18n)],
    [t`Found nothing`, percent(zeroResultShare)],
    [t`Opened a result`, percent(clickThrough)],
    [t`Click position`, clickPosition === null ? '–' : position(clickPosition)],
  ] as const
  return (
    <section>
      <h3>{windows[window]}</h3>
      <dl className={classes.figures}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {variants.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>Counted together with: {listed(variants)}</Trans>
        </Text>
      )}
    </section>
  )
}
