import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Tag } from '#contract/tags.ts'
import { type MergeFrom, useNameDeletion, useNameMerge } from '../taxonomy/name-changes.tsx'
import { tagDeletionApi, tagMergeApi } from './tag-api.ts'
import { TagPicker } from './tag-picker.tsx'

/** Makes several tags one; of a single one, similar ones are proposed. */
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
  return { start: (tags: readonly Tag[]) => start(tags.length === 1 ? [...tags, ...tags[0]!.similar] : tags), dialog }
}

/** Deletes tags, after saying how many articles lose them. */
export function useTagDeletion(onDone?: () => void) {
  const { t } = useLingui()
  return useNameDeletion<Pick<Tag, 'id' | 'name' | 'uses'>>({
    api: tagDeletionApi,
    textOf: (tags) =>
      tags.length === 1 ? `“${tags[0]?.name}”` : t`${plural(tags.length, { one: '# tag', other: '# tags' })}`,
    onDone,
  })
}
