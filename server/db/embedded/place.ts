import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { isRoot, type Account } from './account.ts'
import { CannotEmbed } from './cannot-embed.ts'

/** Where root puts the files that the run-as user must reach: it cannot read a clone in a private home. */
export const sharedState = '/var/lib/copydesk'

/** `home` holds the cluster, its socket and its log. `owner` is set when the cluster belongs to someone already. */
export type Place = { home: string; stageDir: string; owner?: { uid: number; gid: number } }

/**
 * The one place of DATA_DIR's cluster: inside it for an ordinary user, under /var/lib/copydesk for root.
 * A moved DATA_DIR keeps its cluster; a copied or a fresh one never meets another's.
 */
export function placeOf(dataDir: string, state = sharedState): Place {
  makeFolder(dataDir)
  const real = realpathSync(dataDir)
  const inside = join(real, 'postgres')
  const pointerFile = join(real, 'database-place.json')
  if (!isRoot()) {
    if (existsSync(pointerFile)) {
      const { id } = readPointer(pointerFile)
      throw new CannotEmbed(
        `The database of ${real} was made by root and lives in ${join(state, id)}. Start as root again.`,
      )
    }
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return { home: inside, stageDir: inside }
  }
  if (existsSync(join(inside, 'cluster'))) return { home: inside, stageDir: state, ...ownerOf(inside) }
  const home = join(state, idFor(real, pointerFile, state))
  mkdirSync(home, { recursive: true })
  for (const folder of [state, home]) chmodSync(folder, 0o755)
  return { home, stageDir: state, ...ownerOf(home) }
}

/** Whether an embedded database was ever made for DATA_DIR, also if it is not there any more. Makes nothing. */
export const hasPlace = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres', 'cluster')) || existsSync(join(dataDir, 'database-place.json'))

/** Where DATA_DIR's cluster is; undefined if it has none. Unlike `placeOf` it makes nothing. */
export function homeOf(dataDir: string, state = sharedState): string | undefined {
  const inside = join(dataDir, 'postgres')
  const pointerFile = join(dataDir, 'database-place.json')
  const homes = [inside, ...(existsSync(pointerFile) ? [join(state, readPointer(pointerFile).id)] : [])]
  return homes.find((home) => existsSync(join(home, 'cluster')))
}

/** An account installed later, or a right we have today and lacked before, must not change whose cluster it is. */
function ownerOf(home: string): Pick<Place, 'owner'> {
  const cluster = statSync(join(home, 'cluster'), { throwIfNoEntry: false })
  return cluster ? { owner: { uid: cluster.uid, gid: cluster.gid } } : {}
}

/** Written after initdb, so that a cluster that vanishes later is missed instead of silently begun again. */
export function noteCluster(dataDir: string) {
  const pointerFile = join(realpathSync(dataDir), 'database-place.json')
  if (existsSync(pointerFile)) writePointer(pointerFile, { ...readPointer(pointerFile), made: true })
}

type Pointer = { id: string; dataDir: string; made: boolean }

function idFor(real: string, pointerFile: string, state: string): string {
  if (!existsSync(pointerFile)) offerPointer(pointerFile, { id: newId(real), dataDir: real, made: false })
  const held = readPointer(pointerFile)
  if (held.dataDir === real) {
    if (held.made && !existsSync(join(state, held.id, 'cluster')))
      throw new CannotEmbed(
        `The database of ${real} was in ${join(state, held.id)} and is not there any more. ` +
          `Put it back, or remove ${pointerFile} to begin with an empty one.`,
      )
    return held.id
  }
  const original = join(held.dataDir, 'database-place.json')
  const copied = existsSync(original) && readPointer(original).id === held.id
  const next: Pointer = copied ? { id: newId(real), dataDir: real, made: false } : { ...held, dataDir: real }
  writePointer(pointerFile, next)
  return next.id
}

const newId = (real: string) => createHash('sha256').update(`${real}\0${randomUUID()}`).digest('hex').slice(0, 12)
const readPointer = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Pointer
const writePointer = (file: string, pointer: Pointer) => writeFileSync(file, `${JSON.stringify(pointer, null, 2)}\n`)

/** Of two processes that start at once exactly one's pointer file stays, whole. */
function offerPointer(file: string, pointer: Pointer) {
  const mine = `${file}.${process.pid}`
  writePointer(mine, pointer)
  try {
    linkSync(mine, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A private folder for the socket, short enough for the system's limit on socket paths (103 bytes on macOS, 107 on Linux). */
export function socketFolder(home: string, account: Account): string {
  const near = join(home, 'socket')
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432.lock')) <= 100) return near
  const far = join(tmpdir(), `copydesk-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
  mkdirSync(far, { recursive: true, mode: 0o700 })
  const found = lstatSync(far)
  const ours = [process.getuid?.(), account.kind === 'other' ? account.uid : undefined].includes(found.uid)
  if (!found.isDirectory() || !ours)
    throw new CannotEmbed(`${far} belongs to someone else, and ${near} is too long a path for a socket.`)
  return far
}
