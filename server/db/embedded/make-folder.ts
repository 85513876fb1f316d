import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node’s own `recursive` never comes back where a folder that is there takes none, as /proc.
 * @param mode of the folders that are made
 * @throws Error of the file system, as for a folder that this user may not write to
 */
export function makeFolder(path: string, mode = 0o777): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    if (code !== 'ENOENT') throw error
    throw Object.assign(new Error(`No folder can be made in ${above}`, { cause: undefined }), { code: 'EACCES' })
  }
}
