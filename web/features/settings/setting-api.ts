import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { settingEndpoints } from '#contract/settings.ts'
import { call } from '../../api/call.ts'
import { meQuery } from '../../api/me.ts'

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(settingEndpoints.view, {}, { signal }),
})

export const useSettings = () => useQuery(settingsQuery)

/** Changes settings; the public screens learn of it too. */
export function useEditSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof settingEndpoints.edit>['body']) => call(settingEndpoints.edit, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings)
      void client.invalidateQueries({ queryKey: ['setup'] })
      // Whoever has no time zone of their own follows the site's.
      void client.invalidateQueries({ queryKey: meQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['welcome'] })
      // They carry their public addresses.
      void client.invalidateQueries({ queryKey: ['articles'] })
    },
  })
}

/** Sends a mail to the person who asks, and answers what the mail server said. */
export const useMailTest = () => useMutation({ mutationFn: () => call(settingEndpoints.testMail, {}) })
export const useStorageTest = () => useMutation({ mutationFn: () => call(settingEndpoints.testStorage, {}) })
