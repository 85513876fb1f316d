import { Trans, useLingui } from '@lingui/react/macro'
import { Progress, Text } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconCalendarTime,
  IconFolder,
  IconRestore,
  IconSend,
  IconStar,
  IconStarOff,
  IconTag,
  IconTagOff,
  IconTrash,
  IconUserEdit,
  IconWorldUpload,
} from '@tabler/icons-react'
import type { ArticleAction } from '#contract/article-actions.ts'
import { atOnceActions, BULK_AT_ONCE_MAX } from '#contract/article-bulk.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import type { BulkAction as Offered } from '../../ui/data-table/bulk-actions.tsx'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { Page } from '../../ui/data-table/page.ts'
import type { SelectionControl } from '../../ui/data-table/row-selection.ts'
import type { BulkAction } from './article-bulk-words.ts'

type Props = {
  select: SelectionControl<ArticleSummary>
  page: Page<ArticleSummary> | undefined
  /** Share done of what runs now. */
  progress: number | undefined
  /** What needs values, or a confirmation, asks for them. */
  onRun: (action: BulkAction) => void
}
type Choice = Pick<Offered, 'label' | 'icon' | 'danger' | 'rare'> & { action: BulkAction }
const size = 14

/** What can be done with the chosen articles: what at least one of them allows. */
export function ArticleBulkBar({ select, page, progress, onRun }: Props) {
  const { t } = useLingui()
  const limit = t`At most ${BULK_AT_ONCE_MAX} at once: what goes public is read first`
  const rows = [...select.selection.rows.values()]
  // Of all that match, only this page is known: what none of it allows is not offered.
  const fits = (action: ArticleAction | 'write') => rows.some(({ can }) => can[action])
  const areScheduled = !select.selection.all && rows.every(({ status }) => status === 'scheduled')
  const steps: (Choice & { action: ArticleAction & BulkAction })[] = [
    { action: 'submit', label: t`Submit`, icon: <IconSend size={size} /> },
    { action: 'publish', label: t`Publish`, icon: <IconWorldUpload size={size} /> },
    { action: 'schedule', label: t`Schedule…`, icon: <IconCalendarTime size={size} /> },
    {
      action: 'unpublish',
      label: areScheduled ? t`Back to draft` : t`Unpublish`,
      icon: <IconArrowBackUp size={size} />,
    },
    { action: 'archive', label: t`Archive`, icon: <IconArchive size={size} /> },
    { action: 'restore', label: t`Restore as draft`, icon: <IconRestore size={size} /> },
    { action: 'trash', label: t`Move to trash`, icon: <IconTrash size={size} />, danger: true },
  ]
  const writing: Choice[] = [
    { action: 'addTags', label: t`Add tags…`, icon: <IconTag size={size} /> },
    { action: 'setCategory', label: t`Set category…`, icon: <IconFolder size={size} /> },
    { action: 'removeTags', label: t`Remove tags…`, icon: <IconTagOff size={size} /> },
    { action: 'setAuthors', label: t`Change author…`, icon: <IconUserEdit size={size} />, rare: true },
    { action: 'feature', label: t`Feature`, icon: <IconStar size={size} />, rare: true },
    { action: 'unfeature', label: t`Stop featuring`, icon: <IconStarOff size={size} />, rare: true },
  ]
  const busy = progress !== undefined
  const offered = [...steps.filter(({ action }) => fits(action)), ...(fits('write') ? writing : [])]
  const count = select.selection.all ? (page?.total ?? 0) : rows.length
  const isLimited = (action: BulkAction) => count > BULK_AT_ONCE_MAX && atOnceActions.includes(action)
  return (
    <BulkBar
      select={select}
      page={page}
      most={EXACT_TOTAL_MAX}
      actions={offered.map(({ action, ...shown }) => ({
        key: action,
        disabled: busy,
        unavailable: isLimited(action) ? limit : undefined,
        run: () => onRun(action),
        ...shown,
      }))}
    >
      {offered.some(({ action }) => isLimited(action)) && (
        <Text size="sm" c="dimmed">
          <Trans>Publish, schedule: at most {BULK_AT_ONCE_MAX}</Trans>
        </Text>
      )}
      {busy && <Progress w={120} value={Math.max(5, progress * 100)} aria-label={t`Progress`} animated />}
    </BulkBar>
  )
}
