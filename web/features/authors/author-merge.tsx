import { Trans, useLingui } from '@lingui/react/macro'
import type { Author } from '#contract/authors.ts'
import { type MergeFrom, useNameMerge } from '../taxonomy/name-changes.tsx'
import { authorMergeApi } from './author-api.ts'
import { AuthorPicker } from './author-picker.tsx'

type Named = Pick<Author, 'id' | 'displayName' | 'uses'>
const asMergeable = ({ id, displayName, uses }: Named) => ({ id, name: displayName, uses })

/** Makes several bylines one. */
export function useAuthorMerge(from: MergeFrom<Author>) {
  const { t } = useLingui()
  const { start, dialog } = useNameMerge({
    ...from,
    title: t`Merge authors`,
    asMergeable,
    picker: AuthorPicker,
    api: authorMergeApi,
    consequence: <Trans>The old addresses lead to it. The details of the others are kept in the trash only.</Trans>,
  })
  return { start: (authors: readonly Named[]) => start(authors.map(asMergeable)), dialog }
}
