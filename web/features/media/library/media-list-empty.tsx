import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { ListEmpty } from '../../../ui/data-table/list-empty.tsx'
import type { ListControl } from '../../../ui/list-state.ts'

/** Why no picture is shown, and the next step. */
export function MediaListEmpty({ list, upload }: { list: ListControl; upload: ReactNode }) {
  const { t } = useLingui()
  const { q, filters } = list.state
  const only = q || Object.keys(filters).length > 1 ? '' : Object.keys(filters)[0]
  const title =
    only === 'missingAlt'
      ? t`Every picture has an alt text`
      : only === 'trashed'
        ? t`The trash holds no pictures`
        : only === 'duplicates'
          ? t`No two pictures look the same`
          : only === 'unused'
            ? t`Every picture is used somewhere`
            : q
              ? t`No picture matches “${q}”`
              : t`No picture matches these filters`
  return (
    <ListEmpty
      list={list}
      noMatch={title}
      hint={q && <Trans>The search looks at file names, alt texts and captions.</Trans>}
      clearLabel={t`Show all pictures`}
      nothing={t`No pictures yet`}
      action={upload}
    >
      {upload ? (
        <Trans>Upload pictures here, or drop or paste them anywhere on this page.</Trans>
      ) : (
        <Trans>What editors and authors upload appears here.</Trans>
      )}
    </ListEmpty>
  )
}

/** The library could not be loaded. */
export function MediaListFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useLingui()
  return <LoadFailed title={t`The library could not be loaded`} error={error} onRetry={onRetry} />
}
