import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { requiredLine, saysOf, wholeString } from './text.ts'

/** A named state of a list: its query string, with columns and density inside. */
export const SavedView = z.object({
  id: Id,
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

/** How many views of one screen one person keeps. */
export const SAVED_VIEWS_MOST = 50

const Screen = z.string().regex(/^[a-z-]{1,40}$/)
const query = wholeString(2000).refine((value) => !value.includes('\0'), saysOf('control_character'))
const fields = { name: requiredLine(60), query, shared: z.boolean() }

export const savedViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-views',
    summary: 'My views and the shared ones of a screen',
    access: 'signed-in',
    query: z.strictObject({ screen: Screen }),
    reply: z.object({ items: z.array(SavedView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-views',
    summary: 'Save a view',
    access: 'signed-in',
    body: z.strictObject({ screen: Screen, ...fields }),
    reply: SavedView,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/saved-views/:id',
    summary: 'Rename, share or replace my view',
    access: 'signed-in',
    params: ById,
    body: z.strictObject(fields).partial(),
    reply: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-views/:id',
    summary: 'Delete my view',
    access: 'signed-in',
    params: ById,
    status: 204,
  }),
}
