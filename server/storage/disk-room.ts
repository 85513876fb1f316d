import { statfs } from 'node:fs/promises'

const MB = 1024 * 1024
/** The database may be on the same disk: so much of it is left to what editors write, or less of a small one. */
const leftFree = (total: number) => Math.min(256 * MB, total / 50)

/** Whether so many bytes more have room on the disk of this folder, and leave some. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize, blocks } = await statfs(folder)
  return bavail * bsize >= bytes + leftFree(blocks * bsize)
}
