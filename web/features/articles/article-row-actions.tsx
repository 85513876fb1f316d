import { useLingui } from '@lingui/react/macro'
import {
  IconArchive,
  IconArrowBackUp,
  IconCalendarEvent,
  IconCalendarTime,
  IconCopy,
  IconExternalLink,
  IconEye,
  IconPencil,
  IconRestore,
  IconSend,
  IconShare,
  IconTrash,
  IconTrashX,
  IconWorldUpload,
} from '@tabler/icons-react'
import type { ReviewedAction } from '#contract/article-bulk.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { useScreen } from '../../ui/screen.tsx'
import type { BulkTarget } from './article-bulk-run.ts'
import type { BulkAction } from './article-bulk-words.ts'
import { useDuplicate } from './article-duplicate.ts'
import { isReviewed, type Review } from './article-reviewed.ts'
import { useCalendarLink } from './calendar-link.ts'
import { openSite } from './article-site.ts'
import { stateOf } from './article-status.tsx'

const size = 16

type Given = {
  /** Runs an action that readers do not notice, and that can be undone. */
  run: (action: BulkAction, target: BulkTarget) => void
  /** Shows first what an action would change for readers. */
  review: (review: Review) => void
  preview: (article: ArticleSummary) => void
  sharePreview: (article: ArticleSummary) => void
  purge: (article: ArticleSummary) => void
}

/** What can be done with one article of the list: what the server says, in words. */
export function useArticleRowActions({
  run,
  review,
  preview,
  sharePreview,
  purge,
}: Given): (article: ArticleSummary) => RowAction[] {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const duplicate = useDuplicate()
  const calendarLink = useCalendarLink()
  return (article) => {
    const { can } = article
    const inCalendar = calendarLink(article)
    const state = stateOf(article)
    const once = (name: BulkAction) => () => run(name, { rows: [article] })
    const reviewed = (name: ReviewedAction) => () => review({ action: name, target: { rows: [article] } })
    const actions: (RowAction | false | undefined)[] = [
      {
        key: 'open',
        label: can.write ? t`Edit` : t`Open`,
        icon: <IconPencil size={size} />,
        quick: true,
        run: () => navigate(paths.article(article.id)),
      },
      {
        key: 'preview',
        label: t`Preview`,
        icon: <IconEye size={size} />,
        quick: true,
        run: () => preview(article),
      },
      article.siteUrl !== null && {
        key: 'site',
        label: t`View on site`,
        icon: <IconExternalLink size={size} />,
        run: () => openSite(article),
      },
      inCalendar !== undefined && {
        key: 'calendar',
        label: t`Show in the calendar`,
        icon: <IconCalendarEvent size={size} />,
        run: () => navigate(inCalendar),
      },
      can.sharePreview && {
        key: 'share',
        label: t`Preview links…`,
        icon: <IconShare size={size} />,
        run: () => sharePreview(article),
      },
      can.duplicate && {
        key: 'duplicate',
        label: t`Duplicate`,
        icon: <IconCopy size={size} />,
        run: () => void duplicate(article),
      },
      can.submit && {
        key: 'submit',
        label: state === 'published' ? t`Submit changes` : t`Submit for review`,
        icon: <IconSend size={size} />,
        divided: true,
        run: once('submit'),
      },
      can.publish && {
        key: 'publish',
        label: state === 'published' ? t`Publish changes` : state === 'scheduled' ? t`Publish now` : t`Publish`,
        icon: <IconWorldUpload size={size} />,
        divided: !can.submit,
        run: reviewed('publish'),
      },
      can.schedule && {
        key: 'schedule',
        label: state === 'scheduled' ? t`Change the time…` : t`Schedule…`,
        icon: <IconCalendarTime size={size} />,
        run: reviewed('schedule'),
      },
      can.unpublish && {
        key: 'unpublish',
        label: state === 'scheduled' ? t`Back to draft` : t`Unpublish`,
        icon: <IconArrowBackUp size={size} />,
        divided: !can.submit && !can.publish,
        run: reviewed('unpublish'),
      },
      can.archive && { key: 'archive', label: t`Archive`, icon: <IconArchive size={size} />, run: reviewed('archive') },
      can.restore && {
        key: 'restore',
        label: t`Restore as draft`,
        icon: <IconRestore size={size} />,
        run: once('restore'),
      },
      can.trash && {
        key: 'trash',
        label: t`Move to trash`,
        icon: <IconTrash size={size} />,
        divided: true,
        danger: true,
        run: (isReviewed('trash', { rows: [article] }) ? reviewed : once)('trash'),
      },
      !can.trash &&
        can.write &&
        state === 'published' && {
          key: 'trash',
          label: t`Move to trash`,
          icon: <IconTrash size={size} />,
          divided: true,
          danger: true,
          unavailable: t`Readers see this article. Ask an editor to take it down.`,
          run: () => {},
        },
      can.purge &&
        state === 'trashed' && {
          key: 'purge',
          label: t`Delete permanently`,
          icon: <IconTrashX size={size} />,
          divided: true,
          danger: true,
          run: () => purge(article),
        },
    ]
    return actions.filter((one) => one !== false && one !== undefined)
  }
}
