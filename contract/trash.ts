import { z } from 'zod'
import { articleChanges } from './article-bulk.ts'
import { Id } from './id.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, listReply, PersonRef } from './list.ts'
import { choice } from './list-filter.ts'
import { problemCodes } from './problems.ts'
import { UNDO_DAYS, UndoReport } from './undo.ts'

/** For how long what is in the trash can be brought back. */
export const TRASH_DAYS = UNDO_DAYS
/** How many can be restored or deleted permanently in one request. */
export const TRASH_MOST = 100
/** How many items that were left alone each result names at most. */
export const TRASH_LEFT_NAMED = 5
/** How many of the items that one change changed are named. */
export const CHANGE_NAMED_MOST = 3

export const trashTypes = ['article', 'media', 'album', 'author', 'tag', 'category', 'ad', 'placement'] as const
/** Besides what was deleted, the trash lists changes that deleted nothing and can be undone for as long. */
export const trashKinds = [...trashTypes, 'change'] as const
/** Decisions about a search term. */
const searchTermChanges = ['pin', 'synonym', 'unsynonym', 'hide', 'show'] as const
/** Decisions about what is hot. */
const hotChanges = ['hotPin', 'hotBury', 'hotClear', 'hotMove'] as const
/** Changes of many items, of names, or of what cannot be got back otherwise. */
export const trashChanges = [
  ...articleChanges,
  /** A `return` of what was scheduled. */
  'unschedule',
  'move',
  'texts',
  'replace',
  'movePhotos',
  'sortPhotos',
  'removePhotos',
  'movePhotosTo',
  'copyPhotosTo',
  'writePhotoTexts',
  'rename',
  ...searchTermChanges,
  ...hotChanges,
] as const
/** What a change can be of. */
export const changeTypes = [...trashTypes, 'searchTerm', 'hot'] as const

export const TrashItem = z.object({
  id: Id,
  version: z.int(),
  type: z.enum(trashKinds),
  title: z.string(),
  deletedAt: z.iso.datetime(),
  deletedBy: PersonRef.nullable(),
  /** When it is deleted permanently. */
  purgeAt: z.iso.datetime(),
  /** What it became part of, when it is here because of a merge. */
  mergedInto: z.string().nullable(),
  /** How many others were merged, deleted or changed in the same step: they come back together. */
  others: z.int(),
  /** The first of what was changed, by name, when it is a change of several. */
  titles: z.array(z.string()),
  /** What was done to what, when it is a change. */
  change: z.object({ type: z.enum(changeTypes), action: z.enum(trashChanges) }).nullable(),
})
export type TrashItem = z.output<typeof TrashItem>

const Items = z.strictObject({
  items: z
    .array(z.strictObject({ type: z.enum(trashKinds), id: Id }))
    .min(1)
    .max(TRASH_MOST),
})
const Results = z.object({
  results: z.array(
    z.object({
      type: z.enum(trashKinds),
      id: Id,
      title: z.string(),
      ok: z.boolean(),
      /** Why not; null when it worked. */
      code: z.enum(problemCodes).nullable(),
      /** Items that were left alone, because something changed them meanwhile. */
      skipped: z.int(),
      /** The first of these. */
      left: UndoReport.shape.left,
    }),
  ),
})
export type TrashResults = z.output<typeof Results>['results']

export const trashList = listQuery({
  sorts: ['deletedAt', 'title'],
  defaultSort: '-deletedAt',
  filters: {
    /** Without it everything that was deleted, and no changes. */
    type: choice(trashKinds),
  },
})
export type TrashListQuery = z.output<typeof trashList.query>

export const trashEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/trash',
    summary: 'What is in the trash, or the changes of the last thirty days, as far as the person who asks may undo it',
    access: 'signed-in',
    query: trashList.query,
    reply: listReply(TrashItem),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/trash/restore',
    summary: 'Restore items, a merged or deleted name with its articles, or undo changes; each by itself',
    access: 'signed-in',
    respondsAsync: true,
    body: Items,
    reply: Results,
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/trash/purge',
    summary: 'Delete items in the trash permanently; each by itself, with a result for each',
    access: 'articles.purge',
    respondsAsync: true,
    body: Items,
    reply: Results,
  }),
}
