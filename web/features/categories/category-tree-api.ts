import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { categoryEndpoints, type CategoryTreeItem } from '#contract/categories.ts'
import type { TreePlace } from '#contract/category-tree.ts'
import type { Reply, Request } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { makeOnce } from '../../entity/drafts/create-key.ts'

type Tree = Reply<typeof categoryEndpoints.tree>

const treeQuery = queryOptions({
  queryKey: ['categories', 'tree'],
  queryFn: ({ signal }) => call(categoryEndpoints.tree, {}, { signal }),
})

export const useCategoryTree = () => useQuery(treeQuery)

/** Reads the tree as it is at this moment: keys come faster than the screen is drawn. */
export function useTreeNow(): () => CategoryTreeItem[] {
  const client = useQueryClient()
  return () => client.getQueryData<Tree>(treeQuery.queryKey)?.items ?? []
}

type Foresee = (items: CategoryTreeItem[]) => CategoryTreeItem[]
const asItIs: Foresee = (items) => items

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Changes the tree: on the screen at once, on the server one after the other. What was refused or did not arrive is reverted
 * at once. When the last is through, the screen shows what the server has.
 */
export function useTreeChanges() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef<{ foresee: Foresee }[]>([])
  /** What the server had before the first of those that wait, with what it has done since. */
  const confirmed = useRef<CategoryTreeItem[]>([])
  const show = (itemsOf: Foresee) =>
    client.setQueryData(treeQuery.queryKey, (tree: Tree | undefined) => tree && { ...tree, items: itemsOf(tree.items) })
  return async <T>(foreseen: Foresee | undefined, send: () => Promise<T>): Promise<T> => {
    const foresee = foreseen ?? asItIs
    const change = { foresee }
    // What is not sent yet is gone with the tab: the browser asks first.
    if (waiting.current.length === 0) window.addEventListener('beforeunload', askFirst)
    // What is cancelled goes back to before it began, so that comes first; the next key must find the new tree, so no waiting.
    const cancelled = client.cancelQueries({ queryKey: treeQuery.queryKey })
    if (waiting.current.length === 0) confirmed.current = client.getQueryData<Tree>(treeQuery.queryKey)?.items ?? []
    waiting.current.push(change)
    show(foresee)
    const begin = () => cancelled.then(send)
    const sent = last.current.then(begin, begin)
    last.current = sent.catch(() => undefined)
    const end = async () => {
      if (waiting.current.length > 0) return
      window.removeEventListener('beforeunload', askFirst)
      await client.invalidateQueries({ queryKey: ['categories'] })
    }
    const leave = () => (waiting.current = waiting.current.filter((one) => one !== change))
    try {
      const reply = await sent
      confirmed.current = foresee(confirmed.current)
      leave()
      await end()
      return reply
    } catch (error) {
      const others = leave()
      show(() => others.reduce((items, one) => one.foresee(items), confirmed.current))
      // Without a connection the tree is not there soon either.
      void end()
      throw error
    }
  }
}

export type CategoryEdit = Request<typeof categoryEndpoints.edit>['body']

export const createAt = (name: string, parent: string | null, position: number) =>
  makeOnce(`category ${name} in ${parent}`, (key) =>
    call(categoryEndpoints.create, { body: { name, parent, position } }, { key }),
  )
export const editCategory = (id: string, body: CategoryEdit) => call(categoryEndpoints.edit, { params: { id }, body })
export const moveCategory = (id: string, body: TreePlace) => call(categoryEndpoints.move, { params: { id }, body })
export const mergeInto = (id: string, from: string[]) =>
  call(categoryEndpoints.merge, { params: { id }, body: { from } })
export const removeCategory = (id: string, body: Request<typeof categoryEndpoints.remove>['body']) =>
  call(categoryEndpoints.remove, { params: { id }, body })

export const useMergePreview = (into: string | undefined, from: string) =>
  useQuery({
    queryKey: ['categories', 'merge', into, from],
    queryFn: ({ signal }) =>
      call(categoryEndpoints.mergePreview, { params: { id: into! }, body: { from: [from] } }, { signal }),
    enabled: into !== undefined,
    staleTime: 0,
  })
export const useRemovePreview = (id: string) =>
  useQuery({
    queryKey: ['categories', 'remove', id],
    queryFn: ({ signal }) => call(categoryEndpoints.removePreview, { params: { id } }, { signal }),
    staleTime: 0,
  })
