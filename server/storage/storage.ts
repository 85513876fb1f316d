import type { Readable } from 'node:stream'

/** Where the bytes of media files live. Keys are ours alone: `ab/<uuid>/1280.webp`; never a name from outside. */
export type Storage = {
  /**
   * Stores the whole file or nothing.
   * @throws Error with code ENOSPC when there is no room, STORAGE_UNAVAILABLE when the storage does not answer as it should
   */
  put: (key: string, bytes: Buffer) => Promise<void>
  /**
   * @returns undefined when there is no such file
   * @throws Error with code STORAGE_UNAVAILABLE
   */
  open: (key: string) => Promise<{ stream: Readable; bytes: number } | undefined>
  /**
   * Removes the file; not there is fine.
   * @throws Error with code STORAGE_UNAVAILABLE
   */
  remove: (key: string) => Promise<void>
  /** Every file there is, left-overs of interrupted `put`s included, and how long ago it was written, in milliseconds. */
  list: () => AsyncIterable<{ key: string; age: number }>
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+(\.[0-9a-f-]{36}\.part)?$/

export const isStorageKey = (key: string): boolean => KEY.test(key)

/** @throws Error for whatever we would never call a file */
export function requireKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
