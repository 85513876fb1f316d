import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import type { ArticleAction } from '#contract/article-actions.ts'
import { type ArticleBulk, articleBulkEndpoints, type ReviewedAction } from '#contract/article-bulk.ts'
import type { ArticleCalendarQuery } from '#contract/article-calendar.ts'
import type { ArticleListQuery } from '#contract/article-list.ts'
import { type Article, type ArticleActionReply, articleEndpoints } from '#contract/articles.ts'
import type { Endpoint, Request } from '#contract/endpoint.ts'
import { call, replyAtHand } from '../../api/call.ts'
import { actOnce } from '../../entity/act-once.ts'
import { makeOnce } from '../../entity/drafts/create-key.ts'
import { keptUndos, useUndo, useUndoUnderWay } from '../../entity/undo.ts'
import { useMe } from '../session/session-api.ts'

const keys = {
  all: ['articles'],
  lists: ['articles', 'list'],
  one: (id: string) => ['articles', 'one', id],
  revisions: (id: string) => ['articles', 'one', id, 'revisions'],
} as const

export type ArticleQuery = z.input<typeof ArticleListQuery>
export type ArticleBulkBody = z.input<typeof ArticleBulk>
type ActionBody<A extends ArticleAction> = z.input<(typeof articleEndpoints)[A]['body']>

export type CalendarQuery = z.input<typeof ArticleCalendarQuery>

/** How often a list that says it may be out of date is asked for again. */
const CATCHING_UP_MS = 2000

/** The days of the calendar; those before stay until they arrive. */
export const useArticleCalendar = (query: CalendarQuery) =>
  useQuery({
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, 'calendar', query],
    queryFn: ({ signal }) => call(articleEndpoints.calendar, { query }, { signal }),
  })

/** One page of the list; the page before stays until it arrives. */
export const useArticleList = (query: ArticleQuery, enabled = true) =>
  useQuery({
    enabled,
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(articleEndpoints.list, { query }, { signal }),
    initialData: () => replyAtHand(articleEndpoints.list, { query }),
    refetchInterval: ({ state }) => (state.data?.facetsAsOf ? CATCHING_UP_MS : false),
  })

/**
 * The page with its total, where that follows: many match then, and counting them takes longer than the page.
 * @param page what `useArticleList` answered to `query`
 */
export function useCountedPage<P extends Pick<ReturnType<typeof useArticleList>, 'data' | 'isPlaceholderData'>>(
  { sort: _sort, page: _page, pageSize: _size, ...filter }: ArticleQuery,
  page: P,
): P {
  const { data: total } = useQuery({
    queryKey: [...keys.lists, 'total', filter],
    queryFn: ({ signal }) => call(articleEndpoints.total, { query: filter }, { signal }),
    enabled: page.data?.totalFollows === true && !page.isPlaceholderData,
  })
  if (!total || !page.data?.totalFollows) return page
  return { ...page, data: { ...page.data, ...total, totalFollows: undefined } }
}

const lastSaves = new Map<string, Promise<unknown>>()

/** Opening an article again waits for its last save, so that the old text is not shown. */
export function awaitBeforeOpening(id: string, lastSave: Promise<unknown>): void {
  lastSaves.set(id, lastSave)
  void lastSave.finally(() => {
    if (lastSaves.get(id) === lastSave) lastSaves.delete(id)
  })
}

export const articleOptions = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      await lastSaves.get(id)
      return call(articleEndpoints.view, { params: { id } }, { signal })
    },
  })

/** One article as it is now. */
export const fetchArticle = (id: string) => call(articleEndpoints.view, { params: { id } })

/** Which version it has now: a short answer, to be asked for often. */
export const fetchArticleVersion = (id: string) => call(articleEndpoints.version, { params: { id } })

/** One article with all its fields, fetched by each form when it opens, and not again: a form reads it once. */
export const useArticle = (id: string | undefined) =>
  useQuery({
    ...articleOptions(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * Tells every screen that articles changed. A form that is open gets the new state of its article; lists and the welcome
 * page fetch again when they are next looked at.
 */
export function useArticleChanged(): (article?: Article) => void {
  const client = useQueryClient()
  return useCallback(
    (article) => {
      client.removeQueries({ queryKey: ['articles', 'one'], type: 'inactive' })
      if (article) {
        client.setQueryData(keys.one(article.id), article)
        void client.invalidateQueries({ queryKey: keys.revisions(article.id) })
      }
      void client.invalidateQueries({ queryKey: keys.lists })
      void client.invalidateQueries({ queryKey: ['welcome'] })
    },
    [client],
  )
}

export function useCreateArticle() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: (body: Request<typeof articleEndpoints.create>['body']) =>
      makeOnce(`article ${JSON.stringify(body)}`, (key) => call(articleEndpoints.create, { body }, { key })),
    onSuccess: (article) => changed(article),
  })
}

export function useEditArticle() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Request<typeof articleEndpoints.edit>['body'] }) =>
      call(articleEndpoints.edit, { params: { id }, body }),
    onSuccess: (article) => changed(article),
  })
}

/** Runs an action of the state table. */
export function runArticleAction<A extends ArticleAction>(
  action: A,
  id: string,
  body: ActionBody<A>,
): Promise<ArticleActionReply> {
  const request = { params: { id }, body }
  return call(articleEndpoints[action] as Endpoint, request as never) as Promise<unknown> as Promise<ArticleActionReply>
}

export type ActionCall = { [A in ArticleAction]: { action: A; id: string; body: ActionBody<A> } }[ArticleAction]

export function useArticleAction() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: ({ action, id, body }: ActionCall) =>
      actOnce<Article>(
        action,
        { id, version: body.version },
        () => runArticleAction(action, id, body as never),
        () => fetchArticle(id),
      ),
    onSuccess: (article) => changed(article),
    // The state was not what the screen thought.
    onError: () => changed(),
  })
}

export function usePurgeArticle() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      call(articleEndpoints.purge, { params: { id }, body: { version } }),
    onSettled: () => changed(),
  })
}

export function useArticleBulk() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: (body: ArticleBulkBody) => call(articleBulkEndpoints.run, { body }),
    onSettled: () => changed(),
  })
}

export type Selected = Pick<ArticleBulkBody, 'ids' | 'filter' | 'expectedCount' | 'sort'>

/** What an action would do to each of the articles; asked again whenever a dialog opens. */
export const useBulkReview = (action: ReviewedAction, selected: Selected) =>
  useQuery({
    queryKey: ['articles', 'review', action, selected],
    queryFn: ({ signal }) => call(articleBulkEndpoints.review, { body: { action, ...selected } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

const undosUnderWay = keptUndos('copydesk.articleUndo')

function useCounted() {
  const { t } = useLingui()
  return useCallback((count: number) => t({ message: plural(count, { one: '# article', other: '# articles' }) }), [t])
}

/** Undoes actions on articles. */
export const useArticleUndo = () => useUndo(useArticleChanged(), useCounted(), undosUnderWay)

/** Tells about the undo of many articles that was under way when the page was left. */
export const useArticleUndoUnderWay = () =>
  useUndoUnderWay(useMe()?.id, undosUnderWay, useArticleChanged(), useCounted())

export const useRevisions = (id: string) =>
  useQuery({
    queryKey: keys.revisions(id),
    queryFn: ({ signal }) => call(articleEndpoints.revisions, { params: { id } }, { signal }),
  })

/** One historic version; it never changes. */
export const useRevision = (id: string, revision: string | undefined) =>
  useQuery({
    queryKey: [...keys.revisions(id), revision],
    queryFn: ({ signal }) => call(articleEndpoints.revision, { params: { id, revision: revision! } }, { signal }),
    enabled: revision !== undefined,
    staleTime: Infinity,
  })

export function useRestoreRevision() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: ({ id, revision, version }: { id: string; revision: string; version: number }) =>
      call(articleEndpoints.restoreRevision, { params: { id, revision }, body: { version } }),
    onSuccess: (article) => changed(article),
  })
}

/** A draft with the content of this article. */
export function useDuplicateArticle() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: (id: string) =>
      makeOnce(`copy of ${id}`, (key) => call(articleEndpoints.duplicate, { params: { id } }, { key })),
    onSuccess: (copy) => changed(copy),
  })
}

/** Moves an article to the trash, whatever was saved in it meanwhile. */
export function useTrashArticle() {
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: async (id: string) => {
      await lastSaves.get(id)
      await call(articleEndpoints.remove, { params: { id } })
    },
    onSettled: () => changed(),
  })
}

/** What readers see of an article; fetched each time it is compared. */
export const usePublished = (id: string) =>
  useQuery({
    queryKey: ['articles', 'published', id],
    queryFn: ({ signal }) => call(articleEndpoints.published, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The page as a reader would see it, built for each request. */
export const usePreview = (id: string | undefined) =>
  useQuery({
    queryKey: ['articles', 'preview', id],
    queryFn: ({ signal }) => call(articleEndpoints.preview, { params: { id: id! } }, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })

/** A free slug for a title; `article` may keep its own. */
export const fetchSlug = (title: string, article?: string, signal?: AbortSignal) =>
  call(articleEndpoints.slug, { query: { title, ...(article && { article }) } }, signal ? { signal } : {})
