import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { NameFormSkeleton } from '../catalogue/name-form-skeleton.tsx'
import { NameMissing } from '../catalogue/name-missing.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useAuthor } from './author-api.ts'
import { AuthorForm } from './author-form.tsx'

/** A new author, or one that exists: the same form. */
export function AuthorEditPage() {
  const { t } = useLingui()
  const { params } = useScreen()
  // A new author gets its address when it is saved; it is not loaded for that.
  const [id] = useState(params['id'])
  const author = useAuthor(id)
  const mayWrite = useAllowed('catalogue.write')
  if (author.isError && !author.data)
    return (
      <NameMissing
        heading={t`Author`}
        missing={t`This author does not exist`}
        failed={t`This author cannot be shown`}
        list={paths.authors}
        back={t`Back to the authors`}
        error={author.error}
        onRetry={() => void author.refetch()}
      />
    )
  if (mayWrite === undefined || (id && !author.data)) return <NameFormSkeleton />
  return <AuthorForm author={author.data} readOnly={!mayWrite} />
}
