import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveryKeyEndpoints } from '#contract/delivery-keys.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'

const queryKey = ['delivery-keys']

export const useDeliveryKeys = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(deliveryKeyEndpoints.list, {}, { signal })).items,
  })

function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey }) })
}

type NewKey = Request<typeof deliveryKeyEndpoints.create>['body']
/** The key itself is in the answer, and nowhere else. */
export const useCreateDeliveryKey = () => useChange((body: NewKey) => call(deliveryKeyEndpoints.create, { body }))
export const useRevokeDeliveryKey = () =>
  useChange((id: string) => call(deliveryKeyEndpoints.revoke, { params: { id } }))
export const useDeleteDeliveryKey = () =>
  useChange((id: string) => call(deliveryKeyEndpoints.remove, { params: { id } }))
