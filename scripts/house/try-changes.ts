/**
 * `npm run test:changes`: makes the changes of this folder in a temporary copy of the project, as a contributor would, and
 * fails where they take more files than they may, or where the checks or their own tests fail.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { articleField } from './article-field.ts'
import { articleFilter } from './article-filter.ts'
import { applyEdit, translate, type TrialChange } from './trial-change.ts'

const changes: readonly TrialChange[] = [articleField, articleFilter]

const root = join(import.meta.dirname, '..', '..')
const LEFT_OUT = new Set(['.git', '.node', 'data', 'dist', 'node_modules', 'test-results', 'playwright-report'])
/** What tools write into node_modules, each for the project that is there. */
const WRITTEN_BY_TOOLS = /^\.(?!bin$|package-lock)/

const copy = mkdtempSync(join(tmpdir(), 'copydesk-house-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const begun = performance.now()
copyProject()
const files = changes.map(make)
// Reading all screens takes most of the time of finding new texts.
run('messages', ['scripts/messages.ts', ...files.flatMap((all) => [...all]).filter((file) => file.startsWith('web/'))])
const catalogs = globSync('web/**/locales/zh-CN.po', { cwd: copy })
for (const [index, change] of changes.entries()) for (const file of fillIn(change)) files[index]?.add(file)
const tooMany = changes.filter(({ filesMax }, index) => files[index]!.size > filesMax)
for (const [index, { name, filesMax }] of changes.entries())
  console.log(
    `${name}: ${files[index]!.size} files, at most ${filesMax}\n${[...files[index]!].map((file) => `  ${file}\n`).join('')}`,
  )
if (tooMany.length > 0) fail(`too many files for ${tooMany.map(({ name }) => name).join('; ')}`)
// Lint and translations of the whole project, and the types of what no change touches, are most of the work, and say nothing about the
// cost of a change.
run('check', ['scripts/check.ts', 'format', 'imports', 'words'])
run('types', ['node_modules/typescript/bin/tsc', '-b', '--pretty', '--singleThreaded', 'contract', 'server', 'web'])
run('tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...changes.flatMap(({ tests }) => tests)])
console.log(`Made, checked and tested in ${Math.round((performance.now() - begun) / 1000)} s`)

function copyProject() {
  for (const name of readdirSync(root))
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!WRITTEN_BY_TOOLS.test(name)) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  // Else TypeScript finds linked packages at a path outside the project, and refuses to name their types.
  const after = '"compilerOptions": {\n'
  write(
    'tsconfig.base.json',
    applyEdit(read('tsconfig.base.json'), {
      file: 'tsconfig.base.json',
      after,
      add: '    "preserveSymlinks": true,\n',
    }),
  )
}

/** @returns the files that were written by hand */
function make({ edits, files: added }: TrialChange): Set<string> {
  const next = nextMigration()
  const withNumber = (text: string) => text.replaceAll('{next}', next)
  for (const edit of edits) write(edit.file, applyEdit(read(edit.file), { ...edit, add: withNumber(edit.add) }))
  for (const [file, text] of Object.entries(added)) write(withNumber(file), withNumber(text))
  return new Set([...edits.map(({ file }) => file), ...Object.keys(added).map(withNumber)])
}

/** @returns the catalogs of the texts */
function fillIn({ name, texts }: TrialChange): string[] {
  const left = new Set(Object.keys(texts))
  const filled = catalogs.filter((file) => {
    const { catalog, found } = translate(read(file), texts)
    if (found.length > 0) write(file, catalog)
    for (const text of found) left.delete(text)
    return found.length > 0
  })
  if (left.size > 0) fail(`${name}: no catalog has ${[...left].join('; ')}`)
  return filled
}

function nextMigration(): string {
  const last = readdirSync(join(copy, 'server/db/migrations'))
    .map((name) => Number.parseInt(name, 10))
    .reduce((most, number) => Math.max(most, number || 0), 0)
  return String(last + 1).padStart(4, '0')
}

function read(file: string) {
  return readFileSync(join(copy, file), 'utf8')
}

function write(file: string, text: string) {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

function run(name: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) fail(`${name} failed in ${relative(tmpdir(), copy)}:\n${stdout}${stderr}`)
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
