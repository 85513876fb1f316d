import { useLingui } from '@lingui/react/macro'
import { EntityPage, useOpenedId } from '../../entity/entity-page.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { useAuthor } from './author-api.ts'
import { AuthorForm } from './author-form.tsx'

/** A new author, or one that exists: the same form. */
export function AuthorEditPage() {
  const { t } = useLingui()
  const id = useOpenedId()
  return (
    <EntityPage
      asked={useAuthor(id)}
      draftKey={id && `author/${id}`}
      mayWrite={useAllowed('taxonomy.write')}
      heading={t`Author`}
      missing={t`This author does not exist`}
      failed={t`This author cannot be shown`}
      list={paths.authors}
      back={t`Back to the authors`}
    >
      {(author, readOnly) => <AuthorForm author={author} readOnly={readOnly} />}
    </EntityPage>
  )
}
