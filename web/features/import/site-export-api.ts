import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { siteExportEndpoints, type SiteExport } from '#contract/site-exports.ts'
import { call } from '../../api/call.ts'
import { downloadFile } from '../../api/download-file.ts'

const exportsKey = ['site-exports'] as const
const LOOK_AGAIN_MS = 1_000
const OTHERWISE_MS = 60_000

/** The exports of the last day; asked every second while one is under way. */
export const useSiteExports = () =>
  useQuery({
    queryKey: exportsKey,
    queryFn: async ({ signal }) => (await call(siteExportEndpoints.list, {}, { signal })).items,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') ? LOOK_AGAIN_MS : OTHERWISE_MS,
  })

function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: exportsKey }) })
}

export const useStartExport = () =>
  useChange((versions: boolean) => call(siteExportEndpoints.start, { body: { versions } }))
/** Cancels one that is under way; deletes the file of one that is done. */
export const useRemoveExport = () => useChange((id: string) => call(siteExportEndpoints.remove, { params: { id } }))
/** Hands the file to the browser. Where it is gone, the list says so afterwards. */
export const useDownloadExport = () =>
  useChange(({ id, fileName }: Pick<SiteExport, 'id' | 'fileName'>) =>
    downloadFile(siteExportEndpoints.download, { params: { id } }, fileName),
  )
