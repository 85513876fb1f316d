import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { Media } from '#contract/media.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import dialogClasses from '../../../ui/picker-dialog.module.css'
import { useMediaPages } from '../media-api.ts'
import { MediaGridSkeleton } from '../library/media-card.tsx'
import { MediaChoiceGrid } from './media-choice-grid.tsx'
import type { MediaListControl } from '../library/media-filters.tsx'
import { MediaListEmpty, MediaListFailed } from '../library/media-list-empty.tsx'
import classes from './media-picker.module.css'

type Props = {
  list: MediaListControl
  isChosen: (media: Media) => boolean
  /** `shown`: everything a range may run over. */
  onChoose: (media: Media, range: boolean, shown: readonly Media[]) => void
  onTake: ((media: Media) => void) | undefined
}

/** The part of the picker that scrolls: the library page after page. */
export function MediaResults({ list, isChosen, onChoose, onTake }: Props) {
  const { t } = useLingui()
  const { q, filters } = list.state
  const { page: _page, pageSize: _size, ...query } = list.query
  const pages = useMediaPages(query)
  const items = pages.data?.pages.flatMap((one) => one.items) ?? []
  const isPlain = !q && Object.keys(filters).length === 0
  return (
    <div className={`${dialogClasses.results} ${classes.results}`} aria-busy={pages.isPending}>
      {pages.isPending && <MediaGridSkeleton />}
      {pages.isError && items.length === 0 && <MediaListFailed error={pages.error} onRetry={pages.refetch} />}
      {pages.isSuccess && items.length === 0 && !isPlain && <MediaListEmpty list={list} />}
      {pages.isSuccess && items.length === 0 && isPlain && (
        <EmptyState kind="nothing" title={t`No pictures yet`}>
          <Trans>Upload the first one.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <MediaChoiceGrid
          items={items}
          label={t`Pictures`}
          isChosen={isChosen}
          onChoose={(media, range) => onChoose(media, range, items)}
          onTake={onTake}
        />
      )}
      {pages.hasNextPage && (
        <Group justify="center" py="sm">
          <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </div>
  )
}
