import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Mergeable, MergeDialog } from '../catalogue/merge-dialog.tsx'
import { useOfferUndo } from '../catalogue/undo-api.ts'
import { previewTagMerge, useMergeTags } from './tag-api.ts'
import { TagPicker } from './tag-picker.tsx'

type Props = {
  tags: readonly Mergeable[]
  onClose: () => void
  /** Called with the tag that stayed. */
  onDone: (id: string) => void
}

/** Makes several tags one. */
export function TagMerge({ tags, onClose, onDone }: Props) {
  const { t } = useLingui()
  const merge = useMergeTags()
  const offerUndo = useOfferUndo()
  return (
    <MergeDialog
      title={t`Merge tags`}
      items={tags}
      picker={(value, onChange) => (
        <TagPicker label={t`Also merge`} canCreate={false} value={value} onChange={onChange} />
      )}
      preview={previewTagMerge}
      consequence={<Trans>The old names become synonyms, and the old addresses lead to it.</Trans>}
      onClose={onClose}
      onMerge={async (target, from) => {
        const { entity, moved, undo } = await merge.mutateAsync({ target: target.id, from })
        const articles = plural(moved, { one: '# article', other: '# articles' })
        offerUndo(t`Merged into “${entity.name}”: ${articles} moved`, undo)
        onDone(entity.id)
      }}
    />
  )
}
