import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { RELEVANCE, type ListReply } from '#contract/list.ts'
import { ApiError, call } from '../api/call.ts'
import type { PickerOption } from '../ui/picker-option.ts'
import { makeOnce } from './drafts/create-key.ts'

/** What every kind of entity can be asked for, at the same addresses with the same replies. */
type Readable = { list: Endpoint; view: Endpoint }
export type EntityEndpoints = Readable & { create: Endpoint; edit: Endpoint }
export type EntityOf<E extends Readable> = Reply<E['view']>
export type Given<E extends Endpoint, Part extends 'body' | 'query'> = E[Part] extends z.ZodType
  ? z.input<E[Part]>
  : never
export type Versioned = { id: string; version: number }

type Saved<E extends EntityEndpoints> = {
  base: Versioned | undefined
  values: Given<E['create'], 'body'>
  /** Of a new one: sent again with it, the call makes no second one. */
  key?: string | undefined
}

/** A reply whose type follows from the kind of entity, not from the one endpoint. */
export const ask = <Answer>(e: Endpoint, request: object, signal?: AbortSignal, key?: string) =>
  call(e, request as never, { ...(signal && { signal }), key }) as Promise<unknown> as Promise<Answer>

/**
 * What the list and the form of a kind of entity ask for.
 * @param key what is known of it begins with this: `[key, 'list', …]`, `[key, 'one', id]`
 * @param useChanged tells every screen that one was added or changed
 */
export function entityApi<E extends EntityEndpoints>(key: string, endpoints: E, useChanged: () => () => void) {
  return {
    /** One page of the list; the page before stays until it arrives. */
    useList: (query: Given<E['list'], 'query'>) =>
      useQuery({
        queryKey: [key, 'list', query],
        queryFn: ({ signal }) => ask<ListReply<EntityOf<E>>>(endpoints.list, { query }, signal),
        placeholderData: keepPreviousData,
      }),

    /** One of them, fetched again by each form that opens and then left alone: a form takes it once. */
    useOne: (id: string | undefined) =>
      useQuery({
        queryKey: [key, 'one', id],
        queryFn: ({ signal }) => ask<EntityOf<E>>(endpoints.view, { params: { id } }, signal),
        enabled: id !== undefined,
        staleTime: Infinity,
        gcTime: 0,
        refetchOnWindowFocus: false,
      }),

    /** Adds one, or changes the one that is given. */
    useSave: () => {
      const client = useQueryClient()
      const changed = useChanged()
      return useMutation({
        mutationFn: ({ base, values, key }: Saved<E>) =>
          base
            ? ask<EntityOf<E> & Versioned>(endpoints.edit, {
                params: { id: base.id },
                body: { ...(values as object), version: base.version },
              })
            : ask<EntityOf<E> & Versioned>(endpoints.create, { body: values }, undefined, key),
        onSuccess: (saved) => {
          changed()
          client.setQueryData([key, 'one', saved.id], saved)
        },
      })
    },
  }
}

const OFFERED = 20
type ItemOf<E extends Endpoint> = Reply<E> extends { items: (infer Item)[] } ? Item : never

/** Finds the few best matches, for a picker. */
export const searchIn =
  <E extends Endpoint>(list: E, asOption: (item: ItemOf<E>) => PickerOption) =>
  async (text: string, signal: AbortSignal): Promise<PickerOption[]> => {
    const query = { pageSize: OFFERED, ...(text && { q: text, sort: RELEVANCE }) }
    return (await ask<ListReply<ItemOf<E>>>(list, { query }, signal)).items.map(asOption)
  }

/** What pickers and filters ask for: those that match, a new one by its name, the name of one. */
export function pickApi<E extends Readable & { create: Endpoint }>(
  key: string,
  endpoints: E,
  asOption: (entity: EntityOf<E>) => PickerOption,
  bodyOf: (name: string) => Given<E['create'], 'body'>,
) {
  return {
    search: searchIn(endpoints.list as E['list'], asOption as never),
    create: async (name: string): Promise<PickerOption> =>
      asOption(
        await makeOnce(`${key} ${name}`, (once) =>
          ask<EntityOf<E>>(endpoints.create, { body: bodyOf(name) }, undefined, once),
        ),
      ),
    /** For a filter that came with the address, which may be older than what was deleted or merged since. */
    useOption: (id: string | undefined): PickerOption | undefined => {
      const { t } = useLingui()
      const { data, error } = useQuery({
        queryKey: [key, 'option', id],
        queryFn: async ({ signal }) => asOption(await ask<EntityOf<E>>(endpoints.view, { params: { id } }, signal)),
        enabled: id !== undefined,
      })
      if (data || id === undefined || !(error instanceof ApiError) || error.code !== 'not_found') return data
      const { reasons: [was] = [], current } = error.problem ?? {}
      const { name: now } = (current ?? {}) as { name?: string }
      if (was === undefined) return { id, label: t`(deleted or merged)` }
      return { id, label: now === undefined ? t`${was} (deleted)` : t`${now} (was “${was}”)` }
    },
  }
}
