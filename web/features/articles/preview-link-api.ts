import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type previewLinkHours, previewLinkEndpoints } from '#contract/preview-links.ts'
import { call } from '../../api/call.ts'

export type PreviewLinkHours = (typeof previewLinkHours)[number]

const linksKey = (article: string) => ['articles', 'preview-links', article]

/** The preview links of an article that work now. */
export const usePreviewLinks = (article: string) =>
  useQuery({
    queryKey: linksKey(article),
    queryFn: async ({ signal }) =>
      (await call(previewLinkEndpoints.list, { params: { id: article } }, { signal })).items,
    staleTime: 0,
  })

export function useCreatePreviewLink(article: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { hours: PreviewLinkHours; name: string }) =>
      call(previewLinkEndpoints.create, { params: { id: article }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(article) }),
  })
}

export function useRevokePreviewLink(article: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link: string) => call(previewLinkEndpoints.revoke, { params: { id: article, link } }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(article) }),
  })
}

/** What a preview link shows, asked for with its secret in the body, so that it is in no address, log or header. */
export const useGuestPreview = (token: string) =>
  useQuery({
    queryKey: ['guest-preview', token],
    queryFn: ({ signal }) => call(previewLinkEndpoints.open, { body: { token } }, { signal }),
    enabled: token !== '',
    gcTime: 0,
  })
