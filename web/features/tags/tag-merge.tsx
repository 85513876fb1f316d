import { Trans, useLingui } from '@lingui/react/macro'
import type { Tag } from '#contract/tags.ts'
import { type MergeFrom, useNameMerge } from '../taxonomy/name-merge.tsx'
import { tagMergeApi } from './tag-api.ts'
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
