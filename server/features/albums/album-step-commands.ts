import type { AlbumAction, AlbumStatus } from '#contract/album-actions.ts'
import { keepUndoStep } from '../../db/undo-steps.ts'
import type { LockedAlbum } from './album-lock-commands.ts'
import type { Run } from './album-order-rules.ts'

/** A photo as it was when it left the album; its place is told by the runs. */
export type PhotoRow = { id: string; mediaId: string; alt: string; caption: string; placed: number; worded: number }

/** What one change did to one album. `version`: the one that the change gave it. */
export type Part = { album: string; version: number } & (
  | { kind: 'trashed'; status: AlbumStatus }
  | { kind: 'acted'; action: AlbumAction; status: AlbumStatus; publishedAt: string | null; deletedAt: string | null }
  | { kind: 'added'; photos: string[] }
  | { kind: 'placed'; runs: Run[]; placed: Record<string, number> }
  | { kind: 'worded'; texts: { id: string; alt: string; caption: string; worded: number }[] }
  | { kind: 'removed'; rows: PhotoRow[]; runs: Run[]; cover: string | null }
)
export type AlbumStep = { parts: Part[] }

/** Keeps what takes a change of albums back; see album-undo-commands.ts. */
export const keepStep = ({ trx, actor, row }: LockedAlbum, action: string, parts: Part[]): Promise<string> =>
  keepUndoStep(trx, actor.id, { noun: 'album', action, title: row.title, changed: { parts } satisfies AlbumStep })
