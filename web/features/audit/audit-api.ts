import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auditEndpoints } from '#contract/audit.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'

export type AuditQuery = Request<typeof auditEndpoints.list>['query']

export const useAuditList = (query: AuditQuery) =>
  useQuery({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => call(auditEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One event with what was there before and after. */
export const useAuditDetail = (id: string | undefined) =>
  useQuery({
    queryKey: ['audit', 'one', id],
    queryFn: ({ signal }) => call(auditEndpoints.one, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    // An event never changes.
    staleTime: Infinity,
  })

/** Whether the log is intact, as of the last check. */
export const useAuditChain = () =>
  useQuery({ queryKey: ['audit', 'chain'], queryFn: ({ signal }) => call(auditEndpoints.chain, {}, { signal }) })

export function useCheckAudit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(auditEndpoints.check, {}),
    onSuccess: (chain) => client.setQueryData(['audit', 'chain'], chain),
  })
}

/** Saves what matches as a file for a spreadsheet. */
export const useExportAudit = () =>
  useMutation({
    mutationFn: async (body: Request<typeof auditEndpoints.export>['body']) => {
      const file = new Blob([await call(auditEndpoints.export, { body })], { type: 'text/csv' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `audit-${new Date().toISOString().slice(0, 10)}.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    },
  })
