import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const text = (path: string) => readFileSync(path, 'utf8').trim()

/** The commit of a checkout, shortened; undefined where the files did not come from one. */
function commitOf(folder: string): string | undefined {
  try {
    const git = join(folder, '.git')
    const own = statSync(git).isDirectory() ? git : resolve(folder, text(git).replace('gitdir: ', ''))
    const head = text(join(own, 'HEAD'))
    if (!head.startsWith('ref: ')) return head.slice(0, 8)
    const shared = statSync(git).isDirectory() ? own : resolve(own, text(join(own, 'commondir')))
    return text(join(shared, head.slice('ref: '.length))).slice(0, 8)
  } catch {
    return undefined
  }
}

/** When the console was built; undefined where it was not, as during development. */
function builtAt(folder: string): string | undefined {
  try {
    return statSync(join(folder, 'dist/web/index.html')).mtime.toISOString()
  } catch {
    return undefined
  }
}

/** What is known of this build: “commit 1a2b3c4d, built 2026-03-29T10:00:00.000Z”; parts that are not known are left out. */
export function buildInfo(folder: string = root): string {
  const [commit, at] = [commitOf(folder), builtAt(folder)]
  return [commit && `commit ${commit}`, at && `built ${at}`].filter(Boolean).join(', ')
}
