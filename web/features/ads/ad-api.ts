import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AdAction } from '#contract/ad-actions.ts'
import { adInsightEndpoints } from '#contract/ad-insight.ts'
import { type Ad, adEndpoints } from '#contract/ads.ts'
import type { Request } from '#contract/endpoint.ts'
import type { Device } from '#contract/events.ts'
import { call } from '../../api/call.ts'
import { makeOnce } from '../../entity/drafts/create-key.ts'
import { actOnce } from '../../entity/act-once.ts'
import { ask, entityApi } from '../../entity/entity-api.ts'
import { useOfferUndo } from '../../entity/undo.ts'

/** Lists, figures and explanations of ads are fetched again when they are next looked at. */
export function useAdsChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: ['ads', 'list'] })
    void client.invalidateQueries({ queryKey: ['ads', 'insight'] })
    void client.invalidateQueries({ queryKey: ['ads', 'revisions'] })
    void client.invalidateQueries({ queryKey: ['placements', 'list'] })
    void client.invalidateQueries({ queryKey: ['welcome'] })
  }, [client])
}

export const { useList: useAdList, useOne: useAd, useSave: useSaveAd } = entityApi('ads', adEndpoints, useAdsChanged)

export type AdStep = Exclude<AdAction, 'purge'>
export type ActionExtras = { reason?: string; endsAt?: string }

/** One action of the state table. The reply is the ad as it is now, and how to undo the action. */
export function useActOnAd() {
  const client = useQueryClient()
  const changed = useAdsChanged()
  return useMutation({
    mutationFn: ({ action, ad, extras }: { action: AdStep; ad: Pick<Ad, 'id' | 'version'>; extras?: ActionExtras }) =>
      actOnce<Ad>(
        action,
        ad,
        () => ask(adEndpoints[action], { params: { id: ad.id }, body: { version: ad.version, ...extras } }),
        () => call(adEndpoints.view, { params: { id: ad.id } }),
      ),
    onSuccess: ({ undo: _undo, ...ad }) => client.setQueryData(['ads', 'one', ad.id], ad),
    onSettled: changed,
  })
}

/** @param onUndone also called after the undo */
export function useOfferAdUndo(onUndone?: () => void) {
  const changed = useAdsChanged()
  return useOfferUndo(() => {
    changed()
    onUndone?.()
  })
}

/** Reads an ad again, for a form that is open. */
export function useReadAdAgain(): (id: string) => Promise<Ad> {
  const client = useQueryClient()
  return (id) =>
    client.fetchQuery({
      queryKey: ['ads', 'one', id],
      queryFn: ({ signal }) => call(adEndpoints.view, { params: { id } }, { signal }),
      staleTime: 0,
    })
}

export type AdBulkBody = Request<typeof adEndpoints.bulk>['body']
export function useAdBulkCall() {
  const changed = useAdsChanged()
  return useMutation({
    mutationFn: (body: AdBulkBody) => call(adEndpoints.bulk, { body }),
    onSettled: changed,
  })
}

export function useDuplicateAd() {
  const changed = useAdsChanged()
  return useMutation({
    mutationFn: (id: string) =>
      makeOnce(`copy of ${id}`, (key) => call(adEndpoints.duplicate, { params: { id }, body: {} }, { key })),
    onSettled: changed,
  })
}

export const useAdRevisions = (id: string) =>
  useQuery({
    queryKey: ['ads', 'revisions', id],
    queryFn: ({ signal }) => call(adEndpoints.revisions, { params: { id } }, { signal }),
  })

export const useAdRevision = (id: string, revision: string) =>
  useQuery({
    queryKey: ['ads', 'revisions', id, revision],
    queryFn: ({ signal }) => call(adEndpoints.revision, { params: { id, revision } }, { signal }),
  })

export function useRestoreAdRevision() {
  const changed = useAdsChanged()
  return useMutation({
    mutationFn: ({ ad, revision }: { ad: Pick<Ad, 'id' | 'version'>; revision: string }) =>
      call(adEndpoints.restoreRevision, { params: { id: ad.id, revision }, body: { version: ad.version } }),
    onSettled: changed,
  })
}

export type EstimateBody = Request<typeof adInsightEndpoints.estimate>['body']
/** How many page views fit; the figures before stay until new ones arrive. */
export const useEstimate = (body: EstimateBody) =>
  useQuery({
    queryKey: ['ads', 'insight', 'estimate', body],
    queryFn: ({ signal }) => call(adInsightEndpoints.estimate, { body }, { signal }),
    placeholderData: keepPreviousData,
  })

export type ExplainBody = Request<typeof adInsightEndpoints.explain>['body']
/** Why the ad is, or is not, shown; asked again each time the question is opened. */
export const useExplanation = (id: string, body: ExplainBody | undefined) =>
  useQuery({
    queryKey: ['ads', 'insight', 'explain', id, body],
    queryFn: ({ signal }) => call(adInsightEndpoints.explain, { params: { id }, body: body! }, { signal }),
    enabled: body !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What is left out: a page without an article, all active placements, now. */
export type PageQuery = {
  device: Device
  placement?: string | undefined
  article?: string | undefined
  at?: string | undefined
}
/** Which ads a page would show; asked again each time the question is opened. */
export const useAdsOnPage = ({ device, ...asked }: PageQuery) => {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const query = { device, ...given }
  return useQuery({
    queryKey: ['ads', 'insight', 'on-page', query],
    queryFn: ({ signal }) => call(adInsightEndpoints.onPage, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Names of advertisers that contain a text; those before stay until new ones arrive. */
export const useAdvertisers = (q: string, enabled = true) =>
  useQuery({
    queryKey: ['ads', 'insight', 'advertisers', q],
    queryFn: ({ signal }) => call(adEndpoints.advertisers, { query: q ? { q } : {} }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })

export type Period = { from?: string; to?: string }
/** @param query undefined while no period is chosen */
export const useAdReport = (id: string, query: Period | undefined) =>
  useQuery({
    queryKey: ['ads', 'insight', 'report', id, query],
    queryFn: ({ signal }) => call(adInsightEndpoints.report, { params: { id }, query: query! }, { signal }),
    enabled: query !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export type ListReportQuery = Request<typeof adInsightEndpoints.listReport>['query']
/** What the ads of a list delivered; the figures before stay until new ones arrive. */
export const useAdListReport = (query: ListReportQuery, enabled: boolean) =>
  useQuery({
    queryKey: ['ads', 'insight', 'list-report', query],
    queryFn: ({ signal }) => call(adInsightEndpoints.listReport, { query }, { signal }),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
