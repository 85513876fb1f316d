import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTextCaption, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MEDIA_BULK_MOST } from '#contract/media-bulk.ts'
import type { Media } from '#contract/media.ts'
import { BulkBar } from '../../ui/data-table/bulk-bar.tsx'
import type { SelectionControl } from '../../ui/data-table/row-selection.ts'
import { MediaBatchTexts } from './media-batch-texts.tsx'
import { useMediaTrash } from './media-trash.tsx'

type Props = {
  select: SelectionControl<Media>
  /** The page in front, whose order the numbering follows. */
  items: readonly Media[]
  total: number
  totalIsExact: boolean
}

/** What can be done with the chosen pictures; undefined while none is chosen. The dialogs stay where they are. */
export function useMediaBulk({ select, items, total, totalIsExact }: Props): { bar: ReactNode; dialogs: ReactNode } {
  const chosen = inOrder(select, items)
  const [writing, setWriting] = useState<readonly Media[]>()
  const trash = useMediaTrash(select.clear)
  const tooMany = chosen.length > MEDIA_BULK_MOST
  const areTrashed = chosen.some(({ deletedAt }) => deletedAt !== null)
  const bar = chosen.length > 0 && (
    <BulkBar select={select} total={total} totalIsExact={totalIsExact}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTextCaption size={14} />}
        disabled={tooMany || areTrashed}
        onClick={() => setWriting(chosen)}
      >
        <Trans>Edit texts</Trans>
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={14} />}
        disabled={tooMany || areTrashed}
        loading={trash.busy}
        onClick={() => trash.start(chosen)}
      >
        <Trans>Move to trash</Trans>
      </Button>
    </BulkBar>
  )
  const dialogs = (
    <>
      {trash.dialog}
      {writing && (
        <MediaBatchTexts
          pictures={writing}
          onClose={() => setWriting(undefined)}
          onDone={() => {
            setWriting(undefined)
            select.clear()
          }}
        />
      )}
    </>
  )
  return { bar, dialogs }
}

/** As they stand on the page, after those of other pages. */
function inOrder({ selection: { rows } }: SelectionControl<Media>, items: readonly Media[]): Media[] {
  const here = items.filter(({ id }) => rows.has(id))
  const ids = new Set(here.map(({ id }) => id))
  return [...[...rows.values()].filter(({ id }) => !ids.has(id)), ...here]
}
