import type { Readable } from 'node:stream'

/** Where the bytes of media files live. Keys are ours alone: `ab/<uuid>/1280.webp`; never a name from outside. */
export type Storage = {
  /**
   * Stores the whole file or nothing (written aside, then renamed).
   * @throws Error with code ENOSPC when the disk is full
   */
  put: (key: string, bytes: Buffer) => Promise<void>
  /** @returns undefined when there is no such file */
  open: (key: string) => Promise<{ stream: Readable; bytes: number } | undefined>
  /** Removes the file; not there is fine. */
  remove: (key: string) => Promise<void>
  /** Every file there is, left-overs of interrupted `put`s included, and how long ago it was written, in milliseconds. */
  list: () => AsyncIterable<{ key: string; age: number }>
}
