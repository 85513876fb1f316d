import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Tag } from '#contract/tags.ts'
import { type Mergeable, MergeDialog } from '../catalogue/merge-dialog.tsx'
import { useOfferUndo } from '../catalogue/undo-api.ts'
import { previewTagMerge, useMergeTags } from './tag-api.ts'
import { TagPicker } from './tag-picker.tsx'

type Props = {
  tags: readonly Mergeable[]
  /** The one whose form this was opened from. */
  own?: { id: string; unsaved: boolean }
  onClose: () => void
  /** Called with the one that stayed, as it is now. */
  onDone: (kept: Tag) => void
}

/** Makes several tags one. */
export function TagMerge({ tags, own, onClose, onDone }: Props) {
  const { t } = useLingui()
  const merge = useMergeTags()
  const offerUndo = useOfferUndo()
  return (
    <MergeDialog
      title={t`Merge tags`}
      items={tags}
      own={own}
      picker={(add, except) => (
        <TagPicker
          label={t`Also merge`}
          canCreate={false}
          value={[]}
          except={except}
          closesOnPick
          onChange={([picked]) => picked && add(picked)}
        />
      )}
      preview={previewTagMerge}
      consequence={<Trans>The old names become synonyms, and the old addresses lead to it.</Trans>}
      onClose={onClose}
      onMerge={async (target, from) => {
        const { entity, moved, undo } = await merge.mutateAsync({ target: target.id, from })
        const articles = plural(moved, { one: '# article', other: '# articles' })
        offerUndo(t`Merged into “${entity.name}”: ${articles} moved`, undo)
        onDone(entity)
      }}
    />
  )
}
