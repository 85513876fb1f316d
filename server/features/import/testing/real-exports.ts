import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Real WordPress exports that no one here wrote. They are not part of this repository: see the path. */
const FOLDER = resolve(import.meta.dirname, '../../../../../shared/data/wordpress')

export const exportFiles = ['themeunittestdata.wordpress.xml', '64-block-test-data.xml'] as const
export const haveRealExports = exportFiles.every((name) => existsSync(resolve(FOLDER, name)))
export const whyNot = haveRealExports ? '' : ` (left out: the real exports are not at ${FOLDER})`

export const exportPath = (name: (typeof exportFiles)[number]) => resolve(FOLDER, name)
export const readExport = (name: (typeof exportFiles)[number]) => readFileSync(exportPath(name))

/** A real export of Ghost, which is not part of this repository either. */
export const ghostExportPath = resolve(FOLDER, '../ghost/export-2.1.3.json')
export const haveGhostExport = existsSync(ghostExportPath)
export const whyNoGhostExport = haveGhostExport ? '' : ` (left out: the real export is not at ${ghostExportPath})`
