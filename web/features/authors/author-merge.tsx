import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Author } from '#contract/authors.ts'
import { type Mergeable, MergeDialog } from '../catalogue/merge-dialog.tsx'
import { useOfferUndo } from '../catalogue/undo-api.ts'
import { previewAuthorMerge, useMergeAuthors } from './author-api.ts'
import { AuthorPicker } from './author-picker.tsx'

type Props = {
  authors: readonly Mergeable[]
  /** The one whose form this was opened from. */
  own?: { id: string; unsaved: boolean }
  onClose: () => void
  /** Called with the one that stayed, as it is now. */
  onDone: (kept: Author) => void
}

/** Makes several bylines one. */
export function AuthorMerge({ authors, own, onClose, onDone }: Props) {
  const { t } = useLingui()
  const merge = useMergeAuthors()
  const offerUndo = useOfferUndo()
  return (
    <MergeDialog
      title={t`Merge authors`}
      items={authors}
      own={own}
      picker={(add, except) => (
        <AuthorPicker
          label={t`Also merge`}
          canCreate={false}
          value={[]}
          except={except}
          closesOnPick
          onChange={([picked]) => picked && add(picked)}
        />
      )}
      preview={previewAuthorMerge}
      consequence={
        <Trans>The old addresses lead to it. What the others say about themselves is kept in the trash only.</Trans>
      }
      onClose={onClose}
      onMerge={async (target, from) => {
        const { entity, moved, undo } = await merge.mutateAsync({ target: target.id, from })
        const articles = plural(moved, { one: '# article', other: '# articles' })
        offerUndo(t`Merged into “${entity.displayName}”: ${articles} moved`, undo)
        onDone(entity)
      }}
    />
  )
}
