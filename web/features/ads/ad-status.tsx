import { Trans, useLingui } from '@lingui/react/macro'
import type { Ad } from '#contract/ads.ts'
import { StatusDot, type Tone } from '../../ui/status-dot.tsx'
import { type AdStage, paceLabels, stageNames, stageOf } from './ad-words.ts'
import classes from './ads.module.css'

const tones: Record<AdStage, Tone> = {
  draft: 'neutral',
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
  paused: 'over',
  archived: 'over',
  trashed: 'bad',
  scheduled: 'planned',
  running: 'good',
  ended: 'over',
}

export function StageDot({ stage }: { stage: AdStage }) {
  const { t } = useLingui()
  return (
    <StatusDot tone={tones[stage]} hollow={stage === 'draft' || stage === 'paused'}>
      {t(stageNames[stage])}
    </StatusDot>
  )
}

/** State or phase, and whether changes wait for approval. @param isShort as short as a column of a list needs it */
export function AdStatus({ ad, isShort = false }: { ad: Ad; isShort?: boolean }) {
  return (
    <span className={classes.statuses}>
      <StageDot stage={stageOf(ad)} />
      {ad.hasChanges && ad.submittedAt !== null && (ad.status === 'approved' || ad.status === 'paused') && (
        <StatusDot tone="waiting">
          {isShort ? <Trans>Changes</Trans> : <Trans>Changes wait for approval</Trans>}
        </StatusDot>
      )}
    </span>
  )
}

/** How far delivery is, with the mark of where it should be by now. */
export function PaceBar({ ad: { goal, delivery } }: { ad: Pick<Ad, 'goal' | 'delivery'> }) {
  const { t, i18n } = useLingui()
  const { pace, expected } = delivery
  const done = goal.kind === 'clicks' ? delivery.clicks : delivery.impressions
  if (goal.amount === null) return '–'
  const part = Math.min(1, done / goal.amount)
  const mark = expected === null ? undefined : Math.min(1, expected / goal.amount)
  // 99.6 % is not all of it.
  const percent = i18n.number(part < 1 ? Math.min(part, 0.99) : part, { style: 'percent' })
  const due = mark === undefined ? undefined : i18n.number(mark, { style: 'percent' })
  const label = due === undefined ? t`Delivered ${percent}` : t`Delivered ${percent}, expected ${due} by now`
  return (
    <span className={classes.pace} title={label}>
      <span className={classes.track} role="img" aria-label={label}>
        <span className={classes.done} data-pace={pace ?? undefined} style={{ inlineSize: `${part * 100}%` }} />
        {mark !== undefined && <span className={classes.mark} style={{ insetInlineStart: `${mark * 100}%` }} />}
      </span>
      {pace ? t(paceLabels[pace]) : percent}
    </span>
  )
}
