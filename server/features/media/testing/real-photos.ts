import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../../shared/data/photos')

/** Photos that no one here made. They are not part of this repository: a user's clone has none, and the tests say so. */
export const haveRealPhotos = existsSync(folder)
export const whyNot = haveRealPhotos ? '' : ` (left out: the real photos are not at ${folder})`

export const realPhoto = (name: string): Buffer => readFileSync(join(folder, name))

export const realPhotos = (kind: 'gps' | 'orientation'): string[] =>
  haveRealPhotos
    ? readdirSync(join(folder, kind))
        .filter((name) => name.endsWith('.jpg'))
        .map((name) => `${kind}/${name}`)
    : []
