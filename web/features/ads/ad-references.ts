import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { articleEndpoints } from '#contract/articles.ts'
import type { Creative } from '#contract/ad-fields.ts'
import type { AdRefs } from '#contract/ads.ts'
import { mediaEndpoints, type MediaRef } from '#contract/media.ts'
import { type AdSize, placementEndpoints, type PlacementRef, sizeName } from '#contract/placements.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker-option.ts'

/** The placements of these ids, those that came with the ad first; what is not known yet is left out. */
export function usePlacementRefs(ids: readonly string[], known: readonly PlacementRef[]): readonly PlacementRef[] {
  const asked = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['placements', 'ref', id],
      queryFn: () => call(placementEndpoints.view, { params: { id } }),
      enabled: !known.some((one) => one.id === id),
    })),
  })
  return ids.flatMap((id, at) => {
    const given = known.find((one) => one.id === id)
    const loaded = asked[at]?.data
    return given ?? (loaded ? { ...loaded, trashed: loaded.deletedAt !== null } : [])
  })
}

type Picture = Pick<MediaRef, 'id' | 'url' | 'width' | 'height'>

/** The pictures of these creatives; what is not known yet is left out. */
export function usePictures(creatives: readonly Creative[], known: readonly MediaRef[]): readonly Picture[] {
  const ids = creatives.flatMap((creative) => (creative.kind === 'image' && creative.media ? [creative.media] : []))
  const asked = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: ['ads', 'media', id],
      queryFn: () => call(mediaEndpoints.view, { params: { id } }),
      enabled: !known.some((one) => one.id === id),
    })),
  })
  return [...known, ...asked.flatMap(({ data }) => (data ? [data] : []))]
}

/** The size of a creative; null for a text, which fits everywhere; undefined while its picture is not known. */
export function sizeOf(creative: Creative, pictures: readonly Picture[]): AdSize | null | undefined {
  if (creative.kind === 'text') return null
  if (creative.kind === 'html') return { width: creative.width, height: creative.height }
  const picture = pictures.find(({ id }) => id === creative.media)
  return picture && { width: picture.width, height: picture.height }
}

/** Whether a creative of this size is shown in the placement: a text always, all else in exactly one of its sizes. */
export const fitsPlacement = (size: AdSize | null, placement: Pick<PlacementRef, 'sizes'>): boolean =>
  size === null || placement.sizes.some((one) => sizeName(one) === sizeName(size))

/** The names of what an ad refers to, by id; of pictures their sizes. */
export const refNames = (refs: AdRefs): ReadonlyMap<string, string> =>
  new Map(
    [
      ...refs.media.map((picture) => ({ id: picture.id, name: sizeName(picture) })),
      ...refs.placements,
      ...refs.categories,
      ...refs.tags,
    ].map(({ id, name }): [string, string] => [id, name]),
  )

/** Names of what was picked, beside those that came with the ad. */
export function usePickedNames(known: readonly { id: string; name: string }[]) {
  const [picked, setPicked] = useState<readonly PickerOption[]>([])
  return {
    optionsOf: (ids: readonly string[]): PickerOption[] =>
      ids.map((id) => {
        const given = known.find((one) => one.id === id)
        return picked.find((one) => one.id === id) ?? { id, label: given?.name ?? '…' }
      }),
    keep: (options: readonly PickerOption[]) => {
      setPicked((before) => [...before, ...options])
      return options.map(({ id }) => id)
    },
  }
}

const OFFERED = 20

/** Published articles that match, for a picker. */
export async function searchPublished(q: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { q, status: 'published' as const, pageSize: OFFERED }
  const { items } = await call(articleEndpoints.list, { query }, { signal })
  return items.map(({ id, title }) => ({ id, label: title }))
}
