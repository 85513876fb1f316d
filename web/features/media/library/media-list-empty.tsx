import { Trans, useLingui } from '@lingui/react/macro'
import type { EmptyTexts } from '../../../entity/list/entity-list-page.tsx'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { ListEmpty } from '../../../ui/data-table/list-empty.tsx'
import { useAllowed } from '../../session/session-api.ts'
import type { MediaListControl } from './media-filters.tsx'

/** Why no picture is shown. */
export function useMediaEmptyTexts({ state: { q, filters } }: Pick<MediaListControl, 'state'>): EmptyTexts {
  const { t } = useLingui()
  const mayUpload = useAllowed('media.write') === true
  const noMatch = q ? t`No picture matches “${q}”` : t`No picture matches these filters`
  const ofOne: Readonly<Record<string, string>> = {
    missingAlt: t`Every picture has an alt text`,
    trashed: t`The trash holds no pictures`,
    duplicates: t`No similar pictures`,
    unused: t`Every picture is used somewhere`,
  }
  const [[name, value] = [], ...more] = Object.entries(filters)
  const isOne = !q && more.length === 0 && value === 'true'
  return {
    noMatch: (isOne && name !== undefined && ofOne[name]) || noMatch,
    hint: q && <Trans>The search looks at file names, alt texts and captions.</Trans>,
    clearLabel: t`Show all pictures`,
    nothing: t`No pictures yet`,
    why: mayUpload ? (
      <Trans>Upload pictures here, or drop or paste them anywhere on this page.</Trans>
    ) : (
      <Trans>What editors and authors upload appears here.</Trans>
    ),
  }
}

/** Why the picker shows no picture that matches. */
export function MediaListEmpty({ list }: { list: MediaListControl }) {
  const { noMatch, hint, clearLabel, nothing } = useMediaEmptyTexts(list)
  return <ListEmpty list={list} noMatch={noMatch} hint={hint} clearLabel={clearLabel} nothing={nothing} />
}

/** Pictures that could not be loaded. */
export function MediaListFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useLingui()
  return <LoadFailed title={t`The library could not be loaded`} error={error} onRetry={onRetry} />
}
