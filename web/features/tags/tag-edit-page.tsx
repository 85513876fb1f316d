import { useLingui } from '@lingui/react/macro'
import { EntityPage, useOpenedId } from '../../entity/entity-page.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { useTag } from './tag-api.ts'
import { TagForm } from './tag-form.tsx'

/** A new tag, or one that exists: the same form. */
export function TagEditPage() {
  const { t } = useLingui()
  const id = useOpenedId()
  return (
    <EntityPage
      asked={useTag(id)}
      draftKey={id && `tag/${id}`}
      mayWrite={useAllowed('taxonomy.write')}
      heading={t`Tag`}
      missing={t`This tag does not exist`}
      failed={t`This tag cannot be shown`}
      list={paths.tags}
      back={t`Back to the tags`}
    >
      {(tag, readOnly) => <TagForm tag={tag} readOnly={readOnly} />}
    </EntityPage>
  )
}
