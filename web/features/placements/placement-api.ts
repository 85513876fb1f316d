import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  type AdSize,
  sizeName,
  sizeParameter,
  type Placement,
  placementEndpoints,
  SizeUses,
} from '#contract/placements.ts'
import { ApiError, call } from '../../api/call.ts'
import { entityApi } from '../../entity/entity-api.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { listed } from '../../ui/listed.ts'

/** Placements and what is derived from them are fetched again when they are next shown. */
export function usePlacementsChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: ['placements', 'list'] })
    void client.invalidateQueries({ queryKey: ['ads'] })
  }, [client])
}

export const {
  useList: usePlacementList,
  useOne: usePlacement,
  useSave: useSavePlacement,
} = entityApi('placements', placementEndpoints, usePlacementsChanged)

type Ref = Pick<Placement, 'id' | 'name' | 'sizes'>
export const asPlacementOption = ({ id, name, sizes }: Ref): PickerOption => ({
  id,
  label: name,
  detail: listed(sizes.map(sizeName)),
})

const OFFERED = 20

/** The first few placements that match, with their sizes. */
export const fetchPlacements = async (q: string, signal: AbortSignal): Promise<readonly Placement[]> =>
  (await call(placementEndpoints.list, { query: { q, pageSize: OFFERED } }, { signal })).items

/** For a filter that came with the address. */
export const usePlacementOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['placements', 'option', id],
    queryFn: async ({ signal }) =>
      asPlacementOption(await call(placementEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data

export const useOfferPlacementUndo = () => useOfferUndo(usePlacementsChanged())

/** Trash and restore. */
export function useActOnPlacement() {
  const changed = usePlacementsChanged()
  return useMutation({
    mutationFn: ({ action, placement }: { action: 'trash' | 'restore'; placement: Placement }) =>
      call(placementEndpoints[action], { params: { id: placement.id }, body: { version: placement.version } }),
    onSettled: changed,
  })
}

/** The ads with creatives that fit no more once only these sizes remain. */
export const fetchSizeUses = async ({ id }: Pick<Placement, 'id'>, kept: readonly AdSize[]): Promise<SizeUses['ads']> =>
  (await call(placementEndpoints.sizeUses, { params: { id }, query: { keep: kept.map(sizeParameter) } })).ads

/** The ads that need a removed size, where this is why a placement was not saved. */
export const sizeUsesIn = (error: unknown): SizeUses['ads'] =>
  (error instanceof ApiError && SizeUses.safeParse(error.problem?.current).data?.ads) || []
