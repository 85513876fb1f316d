import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import type { Tag } from '#contract/tags.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { useOfferUndo } from '../catalogue/undo-api.ts'
import { useDeleteTags } from './tag-api.ts'

type Named = Pick<Tag, 'id' | 'name' | 'uses'>

/**
 * Deletes tags: at once, with undo, when nothing uses them; otherwise after saying how many articles lose them.
 * Returns what starts it and the dialog, to be shown somewhere.
 */
export function useTagDeletion(onDone?: () => void) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<readonly Named[]>([])
  const remove = useDeleteTags()
  const offerUndo = useOfferUndo()
  const problemText = useProblemText()
  const uses = asked.reduce((sum, tag) => sum + tag.uses, 0)
  const what = (tags: readonly Named[]) => {
    const [first] = tags
    return tags.length === 1 && first ? `“${first.name}”` : t`${plural(tags.length, { one: '# tag', other: '# tags' })}`
  }
  const name = what(asked)

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
      onConfirm={() => run(asked)}
      onClose={useCallback(() => setAsked([]), [])}
    >
      <Plural
        value={uses}
        one="It is taken off # article. You can undo this for an hour."
        other="It is taken off # articles. You can undo this for an hour."
      />
    </Confirm>
  )
  return { start, dialog }
}
