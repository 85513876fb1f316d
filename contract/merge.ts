import { z } from 'zod'
import { Id } from './id.ts'
import { UndoPointer } from './undo.ts'

/** How many can be merged or deleted in one request. */
export const MERGE_MOST = 100

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
export type DeletePreview = z.output<typeof DeletePreview>

/** What a merge or a deletion would change, before it is done. */
export const MergePreview = z.object({
  /** Articles outside the trash that carry at least one of them, and those of these that readers see. */
  articles: z.int(),
  published: z.int(),
  /** Those of `articles` that carry the target, too, and keep it once. */
  had: z.int(),
  /** Articles in the trash that carry at least one of them. */
  trashed: z.int(),
  /** Each one by itself, in no order. */
  from: z.array(z.object({ id: Id, name: z.string(), uses: z.int() })),
  /** Names that find nothing afterwards: the target has no room for more synonyms. */
  unfit: z.array(z.string()),
})
export type MergePreview = z.output<typeof MergePreview>

/** The entity that stays, the counts as the preview has them (`moved`: its `articles`), and how to undo it. */
export const mergeReply = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ entity, moved: z.int(), had: z.int(), trashed: z.int(), undo: UndoPointer })

/** How many were deleted, from how many articles outside the trash they were removed, and how to undo it. */
export const DeleteReply = z.object({ deleted: z.int(), articles: z.int(), undo: UndoPointer })
export type DeleteReply = z.output<typeof DeleteReply>
