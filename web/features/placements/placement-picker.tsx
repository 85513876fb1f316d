import { useLingui } from '@lingui/react/macro'
import { EntityPicker, type EntityPickerProps } from '../../entity/entity-picker.tsx'
import { asPlacementOption, fetchPlacements } from './placement-api.ts'

const search = async (text: string, signal: AbortSignal) => (await fetchPlacements(text, signal)).map(asPlacementOption)

/** Picks placements from what exists. */
export function PlacementPicker({ label, ...rest }: EntityPickerProps) {
  const { t } = useLingui()
  return (
    <EntityPicker
      label={label ?? t`Placements`}
      placeholder={t`Find a placement`}
      noneText={t`No placements yet. The first one is made on the screen “Placements”.`}
      search={search}
      {...rest}
    />
  )
}
