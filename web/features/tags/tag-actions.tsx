import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Tag } from '#contract/tags.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useOfferUndo } from '../../entity/undo.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { type MergeFrom, useNameMerge } from '../taxonomy/name-merge.tsx'
import { useNamesChanged } from '../taxonomy/names-changed.ts'
import { tagMergeApi, useDeleteTags, useTagDeletePreview } from './tag-api.ts'
import { TagPicker } from './tag-picker.tsx'

/** Makes several tags one; of a single one, its look-alikes are proposed. */
export function useTagMerge(from: MergeFrom<Tag>) {
  const { t } = useLingui()
  const { start, dialog } = useNameMerge({
    ...from,
    title: t`Merge tags`,
    asMergeable: (tag) => tag,
    picker: TagPicker,
    api: tagMergeApi,
    consequence: <Trans>The old names become synonyms, and the old addresses lead to it.</Trans>,
  })
  return { start: (tags: readonly Tag[]) => start(tags.length === 1 ? [...tags, ...tags[0]!.alike] : tags), dialog }
}

type Named = Pick<Tag, 'id' | 'name' | 'uses'>

/**
 * Deletes tags: at once, with undo, when nothing uses them; otherwise after saying how many articles lose them.
 * Returns what starts it and the dialog, to be shown somewhere.
 */
export function useTagDeletion(onDone?: () => void) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<readonly Named[]>([])
  const remove = useDeleteTags()
  const offerUndo = useOfferUndo(useNamesChanged())
  const problemText = useProblemText()
  const what = (tags: readonly Named[]) => {
    const [first] = tags
    return tags.length === 1 && first ? `“${first.name}”` : t`${plural(tags.length, { one: '# tag', other: '# tags' })}`
  }
  const name = what(asked)
  const preview = useTagDeletePreview(asked.map(({ id }) => id))

  const run = async (tags: readonly Named[]): Promise<string | undefined> => {
    try {
      const { undo } = await remove.mutateAsync(tags.map(({ id }) => id))
      const done = what(tags)
      offerUndo(t`Deleted ${done}`, undo)
      onDone?.()
      return undefined
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      if (tags.every((tag) => tag.uses === 0)) notifyFailure(sentence, requestId)
      return sentence
    }
  }
  const start = (tags: readonly Named[]) => {
    if (tags.some((tag) => tag.uses > 0)) setAsked(tags)
    else void run(tags)
  }
  const dialog = (
    <Confirm
      opened={asked.length > 0}
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete`}
      danger
      ready={preview.data !== undefined}
      onConfirm={() => run(asked)}
      onClose={useCallback(() => setAsked([]), [])}
    >
      <DeletionCounts tags={asked.length} preview={preview} />
    </Confirm>
  )
  return { start, dialog }
}

/** How many articles lose tags: one that carries two of them counts once. */
function DeletionCounts({ tags, preview }: { tags: number; preview: ReturnType<typeof useTagDeletePreview> }) {
  const problemText = useProblemText()
  const { data, error } = preview
  if (error)
    return (
      <span role="alert">
        {problemText(error).sentence}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void preview.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </span>
    )
  if (!data) return <Skeleton height={20} />
  return (
    <>
      {tags > 1 ? (
        <Plural value={data.articles} one="They are taken off # article." other="They are taken off # articles." />
      ) : (
        <Plural value={data.articles} one="It is taken off # article." other="It is taken off # articles." />
      )}
      <SentenceGap />
      {data.published > 0 && (
        <Plural
          value={data.published}
          one="Readers see the change in # of them at once."
          other="Readers see the change in # of them at once."
        />
      )}
      <SentenceGap />
      <Trans>You can undo this for 30 days.</Trans>
    </>
  )
}
