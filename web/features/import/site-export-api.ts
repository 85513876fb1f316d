import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { siteExportEndpoints, type SiteExport } from '#contract/site-exports.ts'
import { call } from '../../api/call.ts'
import { downloadFile } from '../../api/download-file.ts'

const exportsKey = ['site-exports'] as const
const POLL_MS = 1_000
/** The longest that a timer can wait. */
const TIMER_MOST_MS = 2 ** 31 - 1

/** The exports of the last day; asked every second while one is under way, else once the next file is deleted. */
export const useSiteExports = () =>
  useQuery({
    queryKey: exportsKey,
    queryFn: async ({ signal }) => (await call(siteExportEndpoints.list, {}, { signal })).items,
    refetchInterval: ({ state: { data } }) => nextLook(data ?? []),
  })

/** Without a reason to ask there is no timer: each call counts as use of the session. */
function nextLook(exports: readonly SiteExport[]): number | false {
  if (exports.some(({ status }) => status === 'running')) return POLL_MS
  const waits = exports.map(({ until }) => (until === null ? 0 : Date.parse(until) - Date.now())).filter((ms) => ms > 0)
  const next = Math.min(...waits) + POLL_MS
  return next <= TIMER_MOST_MS ? next : false
}

function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: exportsKey }) })
}

export const useStartExport = () =>
  useChange((versions: boolean) => call(siteExportEndpoints.start, { body: { versions } }))
/** Cancels one that is under way; deletes the file of one that is done. */
export const useRemoveExport = () => useChange((id: string) => call(siteExportEndpoints.remove, { params: { id } }))

type Download = { run: SiteExport; signal: AbortSignal; onProgress: (bytes: number) => void }
/** Hands the file to the browser. Where it is gone, the list says so afterwards. */
export const useDownloadExport = () =>
  useChange(({ run: { id, fileName }, ...options }: Download) =>
    downloadFile(siteExportEndpoints.download, { params: { id } }, fileName, options),
  )
