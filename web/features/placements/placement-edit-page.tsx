import { useLingui } from '@lingui/react/macro'
import { EntityPage, useOpenedId } from '../../entity/entity-page.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { usePlacement } from './placement-api.ts'
import { PlacementForm } from './placement-form.tsx'

/** A new placement, or one that exists: the same form. */
export function PlacementEditPage() {
  const { t } = useLingui()
  const id = useOpenedId()
  return (
    <EntityPage
      asked={usePlacement(id)}
      draftKey={id && `placement/${id}`}
      mayWrite={useAllowed('ads.write')}
      heading={t`Placement`}
      missing={t`This placement does not exist`}
      failed={t`This placement cannot be shown`}
      list={paths.placements}
      back={t`Back to the placements`}
    >
      {(placement, readOnly) => (
        <PlacementForm placement={placement} readOnly={readOnly || placement?.deletedAt != null} />
      )}
    </EntityPage>
  )
}
