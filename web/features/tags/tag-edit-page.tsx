import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { NameFormSkeleton } from '../catalogue/name-form-skeleton.tsx'
import { NameMissing } from '../catalogue/name-missing.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useTag } from './tag-api.ts'
import { TagForm } from './tag-form.tsx'

/** A new tag, or one that exists: the same form. */
export function TagEditPage() {
  const { t } = useLingui()
  const { params } = useScreen()
  // A new tag gets its address when it is saved; it is not loaded for that.
  const [id] = useState(params['id'])
  const tag = useTag(id)
  const mayWrite = useAllowed('catalogue.write')
  if (tag.isError && !tag.data)
    return (
      <NameMissing
        heading={t`Tag`}
        missing={t`This tag does not exist`}
        failed={t`This tag cannot be shown`}
        list={paths.tags}
        back={t`Back to the tags`}
        error={tag.error}
        onRetry={() => void tag.refetch()}
      />
    )
  if (mayWrite === undefined || (id && !tag.data)) return <NameFormSkeleton />
  return <TagForm tag={tag.data} readOnly={!mayWrite} />
}
