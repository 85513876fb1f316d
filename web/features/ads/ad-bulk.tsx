import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'
import {
  IconArchive,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AD_BULK_MOST, type Ad, type adBulkActions } from '#contract/ads.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { BulkReport } from '../../entity/bulk-report.tsx'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { AdListControl } from './ad-list-shape.ts'
import { paths } from '../../paths.ts'
import type { BulkAction } from '../../ui/data-table/bulk-actions.tsx'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { Page } from '../../ui/data-table/page.ts'
import type { SelectionControl } from '../../ui/data-table/row-selection.ts'
import { dayTimeWords } from '../../ui/date-text.ts'
import { listed } from '../../ui/listed.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { WallTimeField } from '../../ui/wall-time-field.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useAdDoneText } from './ad-actions.tsx'
import { type AdBulkBody, useAdBulkCall, useOfferAdUndo } from './ad-api.ts'
import { actionLabels, requirementTexts } from './ad-words.ts'

/** So many ads are named; the others are counted. */
const NAMED_MOST = 3

type Action = (typeof adBulkActions)[number]
type Props = { select: SelectionControl<Ad>; page: Page<Ad> | undefined; list: AdListControl }
type Left = {
  said: string | undefined
  failed: readonly { id: string; title: string; code: string | null; why?: string | undefined }[]
  undo: UndoPointer | null
}

/** What can be done with the chosen ads, or with all that match: one request, one undo, and what was left as it was. */
export function useAdBulk({ select, page, list }: Props): { bar: ReactNode; dialogs: ReactNode } {
  const { t, i18n } = useLingui()
  const bulk = useAdBulkCall()
  const doneText = useAdDoneText()
  const offerUndo = useOfferAdUndo()
  const problemText = useProblemText()
  const [left, setLeft] = useState<Left>()
  const [asking, setAsking] = useState<'extend' | 'archive' | 'approve'>()
  const { rows, all } = select.selection
  const { sort: _sort, page: _page, pageSize: _size, ...filter } = list.query
  const chosen = [...rows.values()]
  const mayApprove = useAllowed('ads.approve') ?? false
  const can = (action: Action) => (ad: Ad) => {
    if (action === 'duplicate') return ad.deletedAt === null
    return ad.can[action] && (action !== 'approve' || ad.submittedAt !== null)
  }
  const fits = (action: Action) => (all ? action !== 'approve' || mayApprove : chosen.some(can(action)))
  const running = chosen.filter((ad) => ad.phase === 'running' && can('archive')(ad)).length
  const mayRun = all || running > 0

  /** With the ads that were selected and not sent, as their state does not allow it. */
  const saidOf = (said: string, skipped: readonly Ad[]) => {
    if (skipped.length === 0) return said
    const named = skipped.slice(0, NAMED_MOST).map(({ name }) => `“${name}”`)
    const more = skipped.length - named.length
    if (more > 0) named.push(t`${plural(more, { one: '# more', other: '# more' })}`)
    const names = listed(named, i18n.locale)
    return t`${said}. Left as they were, because of their state: ${names}`
  }

  /** @throws ApiError */
  const send = async (action: Action, endsAt?: string) => {
    const able = chosen.filter(can(action))
    const target: Pick<AdBulkBody, 'ids' | 'filter' | 'expectedCount'> = all
      ? { filter, expectedCount: page?.total ?? 0 }
      : { ids: able.map(({ id }) => id), expectedCount: able.length }
    const { results, undo } = await bulk.mutateAsync({ action, ...target, ...(endsAt && { endsAt }) })
    const done = results.filter(({ ok }) => ok)
    const failed = results
      .filter(({ ok }) => !ok)
      .map(({ id, name, code, missing }) => ({
        id,
        title: name,
        code,
        why: missing.map((requirement) => t(requirementTexts[requirement].text)).join(' ') || undefined,
      }))
    const skipped = all ? [] : chosen.filter((ad) => !able.includes(ad))
    const said = done.length > 0 ? saidOf(doneText(action, done), skipped) : undefined
    // Read first what was left; the undo is offered when that is closed.
    if (failed.length > 0) setLeft({ said, failed, undo })
    else if (said) offerUndo(said, undo)
    if (said) select.clear()
  }
  const run = async (action: Action) => {
    try {
      await send(action)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const button = (action: Action, label: string, icon: ReactNode): BulkAction[] =>
    fits(action)
      ? [
          {
            key: action,
            label,
            icon,
            loading: bulk.isPending,
            run: () =>
              action === 'extend' || action === 'approve' || (action === 'archive' && mayRun)
                ? setAsking(action)
                : void run(action),
          },
        ]
      : []
  return {
    bar: select.some && (
      <BulkBar
        select={select}
        page={page}
        most={AD_BULK_MOST}
        actions={[
          ...button('approve', t(actionLabels.approve), <IconCheck size={14} />),
          ...button('submit', t(actionLabels.submit), <IconSend size={14} />),
          ...button('pause', t(actionLabels.pause), <IconPlayerPause size={14} />),
          ...button('resume', t(actionLabels.resume), <IconPlayerPlay size={14} />),
          ...button('extend', t(actionLabels.extend), <IconCalendarPlus size={14} />),
          ...button('duplicate', t`Duplicate`, <IconCopy size={14} />),
          ...button('archive', t(actionLabels.archive), <IconArchive size={14} />),
          ...button('restore', t(actionLabels.restore), <IconArchive size={14} />),
          ...button('trash', t(actionLabels.trash), <IconTrash size={14} />),
        ]}
      />
    ),
    dialogs: (
      <>
        {asking === 'extend' && (
          <ExtendDialog
            ads={all ? undefined : chosen.filter(can('extend'))}
            onExtend={(endsAt) => send('extend', endsAt)}
            onClose={() => setAsking(undefined)}
          />
        )}
        {asking === 'archive' && (
          <FormDialog
            title={<Trans>Archive the ads</Trans>}
            submitLabel={t(actionLabels.archive)}
            onClose={() => setAsking(undefined)}
            onSubmit={() => send('archive')}
          >
            <Text size="sm">
              {all ? (
                <Trans>Those that are running are not shown to readers any more once they are archived.</Trans>
              ) : (
                <Plural
                  value={running}
                  one="# of them is running. Once it is archived, readers do not see it any more."
                  other="# of them are running. Once they are archived, readers do not see them any more."
                />
              )}
            </Text>
          </FormDialog>
        )}
        {asking === 'approve' && (
          <FormDialog
            title={<Trans>Approve the ads</Trans>}
            submitLabel={t(actionLabels.approve)}
            onClose={() => setAsking(undefined)}
            onSubmit={() => send('approve')}
          >
            {!all && (
              <List size="sm">
                {chosen.filter(can('approve')).map(({ id, name, advertiser }) => (
                  <List.Item key={id}>{advertiser ? `${name} · ${advertiser}` : name}</List.Item>
                ))}
              </List>
            )}
            <Text size="sm">
              <Trans>Readers see them as soon as their schedules and rules allow.</Trans>
            </Text>
          </FormDialog>
        )}
        {left && (
          <BulkReport
            title={
              <Plural value={left.failed.length} one="# ad was left as it was" other="# ads were left as they were" />
            }
            label={t`Ads that were left as they were`}
            said={left.said}
            failed={left.failed}
            pathOf={paths.ad}
            undo={undefined}
            onClose={() => {
              setLeft(undefined)
              if (left.said) offerUndo(left.said, left.undo)
            }}
          />
        )}
      </>
    ),
  }
}

type ExtendProps = {
  /** The ads to extend; undefined: all that match. */
  ads: readonly Ad[] | undefined
  onExtend: (endsAt: string) => Promise<void>
  onClose: () => void
}

/** Asks for the new end of several ads, beside their present ends; those that end later stay as they are. */
function ExtendDialog({ ads, onExtend, onClose }: ExtendProps) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const [endsAt, setEndsAt] = useState<string | null>(null)
  // Times on clocks, which sort as text.
  const ends = (ads ?? []).flatMap((ad) => ad.endsAt ?? []).toSorted()
  const [first, last] = [ends[0], ends.at(-1)]
  const later = endsAt === null ? 0 : ends.filter((end) => end >= endsAt).length
  const isTooEarly = ends.length > 0 && later === ends.length
  const endless = (ads?.length ?? 0) - ends.length
  const isForever = endless > 0 && ends.length === 0
  const dayTime = (end: string) => dayTimeWords(end, i18n.locale)
  return (
    <FormDialog
      title={<Trans>Extend the ads</Trans>}
      submitLabel={<Trans>Extend</Trans>}
      ready={endsAt !== null && !isTooEarly && !isForever}
      onClose={onClose}
      onSubmit={async () => {
        if (endsAt) await onExtend(endsAt)
      }}
    >
      {first && last && (
        <Text size="sm">
          {first === last
            ? t`They end on ${dayTime(first)}.`
            : t`They end between ${dayTime(first)} and ${dayTime(last)}.`}
        </Text>
      )}
      <WallTimeField
        label={t`New end`}
        description={t`On the clocks of each ad’s own time zone.`}
        required
        zone={zone}
        value={endsAt}
        error={
          isForever
            ? t`None of these ads has an end, so there is nothing to extend.`
            : first && isTooEarly && t`Choose a time after the present end, ${dayTime(first)}.`
        }
        onChange={(next) => setEndsAt(next ?? null)}
        startsFocused
      />
      {endless > 0 && !isForever && (
        <Text size="sm">
          <Plural
            value={endless}
            one="# ad has no end and stays as it is."
            other="# ads have no end and stay as they are."
          />
        </Text>
      )}
      {later > 0 && !isTooEarly && (
        <Text size="sm" role="status">
          <Plural
            value={later}
            one="# ad ends later than that and stays as it is."
            other="# ads end later than that and stay as they are."
          />
        </Text>
      )}
    </FormDialog>
  )
}
