/**
 * `npm run messages` writes new texts of the screens into the catalogs beside them, and removes those that no screen has any more;
 * with files, only new texts of these.
 * With `--check` it writes nothing and fails when a text is missing from a catalog, not translated, or not given to
 * Lingui at all.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, refuse } from './read-arguments.mjs'
import { unwrappedTexts } from './unwrapped-texts.ts'

const root = join(import.meta.dirname, '..')
const lingui = join(root, 'node_modules', '@lingui', 'cli', 'dist', 'lingui.js')

const USAGE = 'npm run messages [-- --check]\nnpm run messages -- FILE…'
const { values, positionals: files } = readArguments({
  usage: USAGE,
  about: 'Writes new texts of the screens into the catalogs beside them: of all screens, or of those files only.',
  operands: true,
  options: { check: { type: 'boolean', about: 'write nothing; fail where a text is missing or not translated' } },
})
if (values.check && files.length > 0) refuse('All texts are checked, not those of single files.', USAGE)
if (values.check) check()
else process.exitCode = run(files.length > 0 ? ['extract', ...files] : ['extract', '--clean']).code

function check() {
  const wrong: string[] = []
  const missing = run(['check', 'missing', '--mode', 'catalog', '--locale', 'zh-CN', '--verbose'])
  if (missing.code !== 0) wrong.push(missing.said)
  const sync = run(['check', 'sync', '--clean', '--verbose'])
  if (sync.code !== 0) wrong.push(`${sync.said}\nnpm run messages brings the catalogs up to date.`)
  const unlike = unlikeTranslations()
  if (unlike.length > 0)
    wrong.push(`One text, several translations; only the last loaded is shown:\n${unlike.join('\n')}`)
  const forgotten = globSync('web/**/*.tsx', { cwd: root })
    .filter((file) => !/\.browser\.tsx$|\/testing\//.test(file))
    .flatMap((file) =>
      unwrappedTexts(readFileSync(join(root, file), 'utf8'), file).map(({ line, text }) => `${file}:${line} ${text}`),
    )
  if (forgotten.length > 0) wrong.push(`Not given to Lingui:\n${forgotten.join('\n')}`)
  console.log(wrong.length > 0 ? wrong.join('\n\n') : 'every text is translated')
  process.exitCode = wrong.length > 0 ? 1 : 0
}

/** All catalogs are one at run time, so the same text with the same context must have one translation. */
function unlikeTranslations(): string[] {
  const found = new Map<string, Set<string>>()
  for (const file of globSync('web/**/locales/zh-CN.po', { cwd: root }))
    for (const entry of readFileSync(join(root, file), 'utf8').split(/\n\n+/)) {
      const [id, text] = entry.split(/^msgstr /m)
      const key = id?.replace(/^#.*\n/gm, '').trim()
      if (!key || text === undefined || key === 'msgid ""') continue
      found.set(key, (found.get(key) ?? new Set()).add(text.trim()))
    }
  return [...found].filter(([, texts]) => texts.size > 1).map(([key, texts]) => `${key}: ${[...texts].join(' / ')}`)
}

function run(args: string[]): { code: number; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [lingui, ...args], { cwd: root, encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trim()
  if (!args.includes('check')) console.log(said)
  return { code: status ?? 1, said }
}
