import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileTypePng, IconTextSize } from '@tabler/icons-react'
import { useState } from 'react'
import { imageTypes, type Media } from '#contract/media.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FilterBar, FilterChoices, type Filter } from '../../ui/data-table/filter-bar.tsx'
import { ListFooter } from '../../ui/data-table/list-footer.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ListControl, type ListShape, queryOf, useListState } from '../../ui/list-state.ts'
import { useAllowed } from '../session/session-api.ts'
import { useFileDrop, usePastedFiles } from './file-drop.ts'
import { type MediaQuery, useMediaList } from './media-api.ts'
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx'
import { MediaPanel } from './media-panel.tsx'
import { MediaSort } from './media-sort.tsx'
import classes from './media.module.css'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploadQueue } from './upload-queue.ts'

const shape: ListShape = {
  filters: { type: /^image\/(jpeg|png|webp|avif|gif)$/, missingAlt: /^(true|false)$/ },
  sorts: ['createdAt', 'name', 'bytes'],
  defaultSort: '-createdAt',
  columns: [],
}

/** The library: find a picture, upload, edit its texts, delete it. */
export function MediaListPage() {
  const { t } = useLingui()
  const list = useListState(shape)
  const mayUpload = useAllowed('media.write') === true
  const [shown, setShown] = useState<Media>()
  const query = useMediaList(queryOf(list.state) as MediaQuery)
  const queue = useUploadQueue((media) => media.existing && setShown(media))
  const drop = useFileDrop((files) => mayUpload && queue.add(files))
  usePastedFiles(queue.add, mayUpload && !shown)
  const upload = mayUpload && <UploadButton onFiles={queue.add} />

  return (
    <div className={`${classes.drop} ${classes.page}`} {...drop.handlers}>
      {drop.over && mayUpload && (
        <div className={classes.dropHint}>
          <Trans>Drop pictures to upload them</Trans>
        </div>
      )}
      <ListFrame
        title={t`Media`}
        total={query.data?.total}
        totalIsExact={query.data?.totalIsExact ?? true}
        list={list}
        searchLabel={t`Search pictures`}
        primary={upload}
        filters={<MediaFilters list={list} />}
        display={<MediaSort list={list} />}
        footer={
          query.data && (
            <ListFooter
              list={list}
              total={query.data.total}
              totalIsExact={query.data.totalIsExact}
              count={query.data.items.length}
            />
          )
        }
      >
        {queue.uploads.length > 0 && (
          <div className={classes.pageUploads}>
            <UploadList queue={queue} />
          </div>
        )}
        <div className={classes.scroll} aria-busy={query.isPending}>
          {query.isPending && <MediaGridSkeleton />}
          {query.isError && !query.data && <Failed error={query.error} retry={() => void query.refetch()} />}
          {query.data && query.data.items.length === 0 && <Nothing list={list} upload={upload} />}
          {query.data && (
            <MediaGrid items={query.data.items} label={t`Pictures`} selected={shown?.id} onSelect={setShown} />
          )}
        </div>
      </ListFrame>
      <MediaPanel media={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

function MediaFilters({ list }: { list: ListControl }) {
  const { t } = useLingui()
  const nameOf = (type: string) => type.replace('image/', '').toUpperCase()
  const filters: Filter[] = [
    { key: 'missingAlt', label: t`No alt text`, icon: <IconTextSize size={14} aria-hidden />, isSwitch: true },
    {
      key: 'type',
      label: t`Type`,
      icon: <IconFileTypePng size={14} aria-hidden />,
      describe: ({ type }) => nameOf(type ?? ''),
      edit: ({ values, set, close }) => (
        <FilterChoices
          label={t`Type`}
          value={values['type']}
          choices={imageTypes.map((value) => ({ value, label: nameOf(value) }))}
          onChoose={(type) => {
            set({ type })
            close()
          }}
        />
      ),
    },
  ]
  return <FilterBar list={list} filters={filters} />
}

function Nothing({ list, upload }: { list: ListControl; upload: React.ReactNode }) {
  const { t } = useLingui()
  const { q, filters } = list.state
  if (!q && Object.keys(filters).length === 0)
    return (
      <EmptyState kind="nothing" title={t`No pictures yet`} action={upload}>
        <Trans>Upload pictures here, or drop or paste them anywhere on this page.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      kind="no-match"
      title={q ? t`No picture matches “${q}”` : t`No picture matches these filters`}
      action={
        <Button variant="default" onClick={() => list.update({ q: '', filters: {} })}>
          <Trans>Show all pictures</Trans>
        </Button>
      }
    >
      <Trans>The search looks at file names, alt texts and captions.</Trans>
    </EmptyState>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useLingui()
  const { sentence, requestId } = useProblemText()(error)
  return (
    <EmptyState
      kind="failed"
      title={t`The library could not be loaded`}
      action={
        <Button variant="default" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentence} {requestId && <code>{requestId}</code>}
    </EmptyState>
  )
}
