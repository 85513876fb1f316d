import { z } from 'zod'
import { Id } from './id.ts'
import { endpoint } from './endpoint.ts'

/** How many can be merged or deleted in one request. */
export const MERGE_MOST = 100
/** For how long a merge or a deletion can be taken back. */
export const UNDO_HOURS = 1

const Ids = z.array(Id).min(1).max(MERGE_MOST)

/** Body of a merge: what becomes part of the entity in the address. */
export const MergeBody = z.strictObject({ from: Ids })
const IdList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(Ids)
/** Query of the preview of a merge: the same ids, with commas between. */
export const MergeQuery = z.strictObject({ from: IdList })
/** Body of a deletion of several. */
export const DeleteBody = z.strictObject({ ids: Ids })
/** Query of the preview of a deletion: the same ids, with commas between. */
export const DeleteQuery = z.strictObject({ ids: IdList })

/** Articles that carry at least one of them, each counted once, and those of these that readers see. */
export const DeletePreview = z.object({ articles: z.int(), published: z.int() })

/** What a merge or a deletion would change, before anybody decides. */
export const MergePreview = z.object({
  /** Articles that carry at least one of them, and those of these that readers see. */
  articles: z.int(),
  published: z.int(),
  /** Each one by itself, in no order. */
  from: z.array(z.object({ id: Id, name: z.string(), uses: z.int() })),
  /** Names that find nothing afterwards: the target has no room for more synonyms. */
  unfit: z.array(z.string()),
})
export type MergePreview = z.output<typeof MergePreview>

/** The entity that stays, how many articles were moved to it, and what takes it all back. */
export const mergeReply = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity, moved: z.int(), undo: Id })

/** How many were deleted, from how many articles they were taken away, and what takes it all back. */
export const DeleteReply = z.object({ deleted: z.int(), articles: z.int(), undo: Id })

export const undoEndpoints = {
  run: endpoint({
    method: 'POST',
    path: '/api/undo',
    summary: 'Take back a merge or a deletion: once, within an hour, by the person who did it',
    access: 'taxonomy.write',
    body: z.strictObject({ undo: Id }),
    /** `skipped`: articles that somebody changed in the meantime, and that stay as they are. */
    reply: z.object({ restored: z.int(), skipped: z.int() }),
  }),
}
