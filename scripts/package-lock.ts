/**
 * Registries sometimes lag with the packages for other kinds of machines, and npm then leaves them out of the lock,
 * which `npm ci` refuses everywhere. `node scripts/package-lock.ts` writes down what is missing; it only names versions.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  resolved?: string
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

const file = join(import.meta.dirname, '..', 'package-lock.json')
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'sunos', 'netbsd', 'openbsd', 'aix']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32', 'mips64el']

export const readLock = () => JSON.parse(readFileSync(file, 'utf8')) as Lock

/** The optional packages someone asks for and no one wrote down, by the place they belong. */
export function missingFrom({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [owner, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const place = `${foldersAbove(owner)[0]}node_modules/${name}`
      const entry = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) }
      if (!isThere(packages, owner, name, version)) missing[place] = entry
    }
  }
  return missing
}

/** npm takes the first it meets, from the owner's own node_modules upwards. A range is trusted, a version must be equal. */
function isThere(packages: Lock['packages'], owner: string, name: string, version: string): boolean {
  const folders = [owner ? `${owner}/` : '', ...foldersAbove(owner)]
  const met = folders.map((folder) => packages[`${folder}node_modules/${name}`]).find(Boolean)
  return met !== undefined && (met.version === version || !/^\d/.test(version))
}

/** `node_modules/a/node_modules/b` sits in `node_modules/a/`, then in the root. */
function foldersAbove(owner: string): string[] {
  const above = owner.slice(0, Math.max(0, owner.lastIndexOf('node_modules/')))
  return above === '' ? [''] : [above, ...foldersAbove(above.replace(/\/$/, ''))]
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.replace(/^@[^/]*\//, '').split('-')
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc =
    words.includes('musl') || words.includes('musleabihf') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}

if (import.meta.main) {
  const lock = readLock()
  const before = Object.keys(lock.packages).length
  // an addition may push another version aside, which is then missing one folder deeper
  const known = new Map(
    Object.entries(lock.packages).map(([place, { version, integrity }]) => [`${nameOf(place)}@${version}`, integrity]),
  )
  for (let round = 0; round < 5; round++) {
    for (const [place, entry] of Object.entries(missingFrom(lock))) {
      const integrity = known.get(`${nameOf(place)}@${entry.version}`)
      lock.packages[place] = { ...entry, ...(integrity ? { integrity } : {}) }
    }
  }
  const packages = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  console.log(`${packages.length - before} packages added to package-lock.json`)
}
