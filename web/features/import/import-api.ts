import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { importEndpoints, type ImportRun } from '#contract/import.ts'
import { call, toApiError } from '../../api/call.ts'
import { httpClient } from '../../api/http-client.ts'
import { keptUndos, useUndo, useUndoUnderWay } from '../../entity/undo.ts'
import { useMe } from '../session/session-api.ts'

const isUnderWay = ({ status }: ImportRun) => status === 'waiting' || status === 'running'
const POLL_MS = 1_000

export const useImports = () =>
  useQuery({
    queryKey: ['imports', 'list'],
    queryFn: async ({ signal }) => (await call(importEndpoints.list, {}, { signal })).items,
  })

/** One import; looked at again every second until it is done. */
export function useImport(id: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => {
      const run = await call(importEndpoints.view, { params: { id } }, { signal })
      // What came in is to be seen in every list and picker.
      if (run.status === 'done' && !run.dryRun) {
        for (const key of ['articles', 'welcome', 'authors', 'categories', 'tags', 'media'])
          void client.invalidateQueries({ queryKey: [key] })
      }
      if (!isUnderWay(run)) void client.invalidateQueries({ queryKey: ['imports', 'list'] })
      return run
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
    refetchIntervalInBackground: true,
  })
}

type ItemsQuery = z.input<(typeof importEndpoints)['items']['query']>

export const useImportItems = (id: string, query: ItemsQuery) =>
  useQuery({
    queryKey: ['imports', 'one', id, 'items', query],
    queryFn: ({ signal }) => call(importEndpoints.items, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Imports the file of an earlier run again; the server has it still. */
export function useImportAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, dryRun }: { id: string; dryRun: boolean }) =>
      call(importEndpoints.again, { params: { id }, body: { dryRun } }),
    // Also when it is refused: then the file is gone, and the screen has to say so. Not waited for: it takes the button away.
    onSettled: () => void client.invalidateQueries({ queryKey: ['imports'] }),
  })
}

/**
 * What moving to the trash what an import made would do now: always asked again, as articles change meanwhile; while it is
 * under way, every second.
 */
export const useCleanUp = (id: string) =>
  useQuery({
    queryKey: ['imports', 'clean-up', id],
    queryFn: ({ signal }) => call(importEndpoints.cleanUpPreview, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
    refetchIntervalInBackground: true,
  })

/** Every list that shows what an import made, and what is left to clean up. */
export function useCleanUpChanged() {
  const client = useQueryClient()
  return useCallback(() => {
    for (const key of ['articles', 'welcome', 'trash', 'authors', 'categories', 'tags', 'media'])
      void client.invalidateQueries({ queryKey: [key] })
    void client.invalidateQueries({ queryKey: ['imports', 'clean-up'] })
  }, [client])
}

const undosUnderWay = keptUndos('copydesk.importUndo')

/** Brings back what an import made. */
export const useCleanUpUndo = () => useUndo(useCleanUpChanged(), undefined, undosUnderWay)

/** Tells about such an undo that was under way when the page was left. */
export const useCleanUpUndoUnderWay = () => useUndoUnderWay(useMe()?.id, undosUnderWay, useCleanUpChanged())

/** Begins to move it to the trash; a job does it. */
export function useBeginCleanUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, expectedCount }: { id: string; expectedCount: number }) =>
      call(importEndpoints.cleanUp, { params: { id }, body: { expectedCount } }),
    onSuccess: (now, { id }) => client.setQueryData(['imports', 'clean-up', id], now),
    // Then there are more or fewer by now, or it is under way already.
    onError: () => client.invalidateQueries({ queryKey: ['imports', 'clean-up'] }),
  })
}

/** Ends it; what is moved by then stays moved. */
export function useStopCleanUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(importEndpoints.stopCleanUp, { params: { id } }),
    onSuccess: (now, id) => client.setQueryData(['imports', 'clean-up', id], now),
  })
}

type Start = { file: File; dryRun: boolean; siteUrl: string; onProgress: (share: number) => void }

/** Uploads an export file; the import itself then runs on the server. */
export function useStartImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, dryRun, siteUrl, onProgress }: Start): Promise<ImportRun> => {
      const form = new FormData()
      // The server reads the words before the file.
      form.append('dryRun', String(dryRun))
      if (siteUrl) form.append('siteUrl', siteUrl)
      form.append('file', file)
      try {
        const { data } = await httpClient.post<ImportRun>(importEndpoints.start.path, form, {
          onUploadProgress: ({ loaded, total }) => onProgress(total ? loaded / total : 0),
        })
        return data
      } catch (error) {
        throw toApiError(error)
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['imports', 'list'] }),
  })
}
