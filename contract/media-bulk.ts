import { z } from 'zod'
import { Id } from './id.ts'
import { endpoint } from './endpoint.ts'
import { MediaUploadTexts } from './media.ts'
import { UndoPointer } from './undo.ts'

/** How many pictures one request may change. */
export const MEDIA_BULK_MOST = 500

const Ids = z.array(Id).min(1).max(MEDIA_BULK_MOST)

export const mediaBulkEndpoints = {
  texts: endpoint({
    method: 'POST',
    path: '/api/media/bulk/texts',
    summary:
      'Give texts to many pictures; {n} in a text becomes 1, 2, 3… in the order of the ids, {name} the name of the file',
    access: 'media.write',
    /** `onlyEmpty` leaves every text as it is that someone has written already. */
    body: MediaUploadTexts.extend({ ids: Ids, onlyEmpty: z.boolean().optional() }),
    reply: z.object({
      changed: z.int(),
      /** `unchanged`: had these texts already, or had others and `onlyEmpty` was asked for. */
      skipped: z.array(z.object({ id: Id, code: z.enum(['not_found', 'forbidden', 'needs_publisher', 'unchanged']) })),
      /** Null when nothing was changed. */
      undo: UndoPointer.nullable(),
    }),
  }),
  trash: endpoint({
    method: 'POST',
    path: '/api/media/bulk/trash',
    summary: 'Move those of these pictures that nothing shows to the trash',
    access: 'media.write',
    body: z.strictObject({ ids: Ids }),
    reply: z.object({
      trashed: z.array(Id),
      refused: z.array(z.object({ id: Id, code: z.enum(['in_use', 'forbidden', 'not_found']), uses: z.int() })),
      /** Null when nothing was moved. */
      undo: UndoPointer.nullable(),
    }),
  }),
}
