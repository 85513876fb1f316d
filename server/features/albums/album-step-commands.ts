import type { AlbumAction, AlbumStatus } from '#contract/album-actions.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import type { LockedAlbum } from './album-lock-commands.ts'
import type { Run } from './album-order-rules.ts'

/** A photo as it was when it left the album; the runs hold its place. */
export type PhotoRow = {
  id: string
  mediaId: string
  alt: string
  caption: string
  positionVersion: number
  textVersion: number
}

/**
 * What one change did to one album. `version`: the album's version after the change, which its photos remember; `current`:
 * the same, as later undos have left it; `versionBefore`: before the change.
 */
export type Part = { album: string; version: number; current?: number; versionBefore?: number } & (
  | { kind: 'trashed'; status: AlbumStatus }
  | { kind: 'acted'; action: AlbumAction; status: AlbumStatus; publishedAt: string | null; deletedAt: string | null }
  | { kind: 'added'; photos: string[] }
  | { kind: 'moved'; runs: Run[]; positionVersions: Record<string, number> }
  | { kind: 'texts'; texts: { id: string; alt: string; caption: string; textVersion: number }[] }
  | { kind: 'removed'; rows: PhotoRow[]; runs: Run[]; cover: string | null }
)

/** Records a change of albums, with what undoes it; see album-undo-commands.ts. @param title of the first album */
export const recordAlbumStep = (
  { trx, actor }: Pick<LockedAlbum, 'trx' | 'actor'>,
  action: string,
  title: string,
  parts: readonly Part[],
): Promise<UndoPointer> => recordUndoStep(trx, actor.id, { noun: 'album', action, title }, parts.map(asItem))

const asItem = ({ album, version, kind, ...before }: Part): UndoItem => ({
  itemId: album,
  part: kind,
  before,
  after: { version, versionBefore: version - 1, photoVersion: version },
})

type After = { version: number; versionBefore: number; photoVersion: number }

/** The parts of a step in the order in which they are undone: photos that went to another album leave that one last. */
export const partsOf = (items: readonly UndoItem[]): Part[] =>
  items
    .map(({ itemId, part, before, after }) => {
      const { version: current, versionBefore, photoVersion } = after as After
      return { album: itemId, kind: part, ...(before as object), version: photoVersion, current, versionBefore } as Part
    })
    .toSorted((one, other) => Number(one.kind === 'added') - Number(other.kind === 'added'))
