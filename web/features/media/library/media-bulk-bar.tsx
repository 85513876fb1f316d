import { useLingui } from '@lingui/react/macro'
import { IconAlbum, IconTextCaption, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PAGE_SIZE_MAX } from '#contract/list.ts'
import { MEDIA_BULK_MOST } from '#contract/media-bulk.ts'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { BulkBar } from '../../../ui/data-table/bulk-bar.tsx'
import type { Page } from '../../../ui/data-table/page.ts'
import type { SelectionControl } from '../../../ui/data-table/row-selection.ts'
import { notifyFailure } from '../../../ui/notify.tsx'
import { useAddToAlbum } from '../../albums/picker/add-to-album.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { fetchMedia, type MediaQuery } from '../media-api.ts'
import { MediaBatchTexts } from './media-batch-texts.tsx'
import { useMediaTrash } from '../trash/media-trash.tsx'

type Props = {
  select: SelectionControl<Media>
  /** The page in front, whose order the numbering follows. */
  page: Page<Media> | undefined
  /** What the page was asked for: all that match may be more than it. */
  query: MediaQuery
}

/** What can be done with the chosen pictures; undefined while none is chosen. The dialogs stay where they are. */
export function useMediaBulk({ select, page, query }: Props): {
  bar: ReactNode
  dialogs: ReactNode
} {
  const chosen = inOrder(select, page?.items ?? [])
  const [writing, setWriting] = useState<readonly Media[]>()
  const { t } = useLingui()
  const mayAlbum = useAllowed('albums.write') === true
  const toAlbum = useAddToAlbum(select.clear)
  const trash = useMediaTrash(select.clear)
  const tooMany = chosen.length > MEDIA_BULK_MOST
  const problemText = useProblemText()
  const [gathering, setGathering] = useState(false)
  const withChosen = async (act: (pictures: readonly Media[]) => void) => {
    if (!select.selection.all) return act(chosen)
    setGathering(true)
    try {
      act(await allThatMatch(query))
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    } finally {
      setGathering(false)
    }
  }
  const areTrashed = chosen.some(({ deletedAt }) => deletedAt !== null)
  const bar = select.some && (
    <BulkBar
      select={select}
      page={page}
      most={MEDIA_BULK_MOST}
      actions={[
        {
          key: 'texts',
          label: t`Edit texts`,
          icon: <IconTextCaption size={14} />,
          disabled: tooMany || areTrashed,
          loading: gathering,
          run: () => void withChosen(setWriting),
        },
        ...(mayAlbum
          ? [
              {
                key: 'album',
                label: t`Add to album…`,
                icon: <IconAlbum size={14} />,
                disabled: tooMany || areTrashed,
                loading: gathering,
                run: () => void withChosen(toAlbum.start),
              },
            ]
          : []),
        {
          key: 'trash',
          label: t`Move to trash`,
          icon: <IconTrash size={14} />,
          danger: true,
          disabled: tooMany || areTrashed,
          loading: trash.busy || gathering,
          run: () => void withChosen(trash.start),
        },
      ]}
    />
  )
  const dialogs = (
    <>
      {trash.dialog}
      {toAlbum.dialog}
      {writing && (
        <MediaBatchTexts
          pictures={writing}
          onClose={() => setWriting(undefined)}
          onDone={() => {
            setWriting(undefined)
            // All that match may be others now: pictures without a text have one.
            if (select.selection.all) select.clear()
          }}
        />
      )}
    </>
  )
  return { bar, dialogs }
}

/** Every picture of the list, in its order, page after page. */
async function allThatMatch(query: MediaQuery): Promise<Media[]> {
  const found: Media[] = []
  for (let page = 1; page <= MEDIA_BULK_MOST / PAGE_SIZE_MAX; page++) {
    const { items, total } = await fetchMedia({ ...query, page, pageSize: PAGE_SIZE_MAX })
    found.push(...items)
    if (found.length >= total || items.length === 0) break
  }
  return found
}

/** In the order of the page, after those of other pages. */
function inOrder({ selection: { rows } }: SelectionControl<Media>, items: readonly Media[]): Media[] {
  const here = items.filter(({ id }) => rows.has(id))
  const ids = new Set(here.map(({ id }) => id))
  return [...[...rows.values()].filter(({ id }) => !ids.has(id)), ...here]
}
