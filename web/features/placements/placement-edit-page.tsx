import { useLingui } from '@lingui/react/macro'
import { EntityPage } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { usePlacement } from './placement-api.ts'
import { PlacementForm } from './placement-form.tsx'

/** A new placement, or one that exists: the same form. */
export function PlacementEditPage() {
  const { t } = useLingui()
  return (
    <EntityPage
      useOne={usePlacement}
      prefix="placement"
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
