/** Format, lint, types, imports, words and translations, side by side. Speaks only of what is wrong. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, refuse } from './read-arguments.mjs'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

// With several checkers TypeScript works out the same types several times: two and a half times the processor time.
const CHECKS: { name: string; file: string; args: string[] }[] = [
  { name: 'format', file: bin('oxfmt'), args: ['--check', '.'] },
  { name: 'lint', file: bin('oxlint'), args: ['--type-aware'] },
  { name: 'types', file: bin('tsc'), args: ['-b', '--pretty', '--singleThreaded'] },
  { name: 'imports', file: process.execPath, args: ['scripts/check-imports.ts'] },
  { name: 'words', file: process.execPath, args: ['scripts/check-words.ts'] },
  { name: 'translations', file: process.execPath, args: ['scripts/messages.ts', '--check'] },
]

const USAGE = 'npm run check [-- CHECK…]'
const asked: string[] = readArguments({
  usage: USAGE,
  about: `All checks, or only those named: ${CHECKS.map(({ name }) => name).join(', ')}.`,
  operands: true,
  options: {},
}).positionals
const unknown = asked.find((name) => !CHECKS.some((check) => check.name === name))
if (unknown !== undefined) refuse(`There is no check “${unknown}”.`, USAGE)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

/** What is written in Go (types, lint) collects its garbage less often: a fifth less work, for some more memory. */
const env = { GOGC: '400', ...process.env }

const results = await Promise.all(
  CHECKS.filter(({ name, args }) => isAsked(name) && existsSync(join(root, scriptOf(args)))).map(run),
)
const failed = results.filter(({ code }) => code !== 0)
for (const { name, said } of failed) console.error(`\n── ${name} ──\n${said.trim()}`)
console.log(
  failed.length === 0
    ? `Checked ${results.map(({ name }) => name).join(', ')}: all well`
    : `\nNot in order: ${failed.map(({ name }) => name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1

function scriptOf(args: string[]): string {
  return args.find((arg) => arg.startsWith('scripts/')) ?? '.'
}

function run({
  name,
  file,
  args,
}: (typeof CHECKS)[number]): Promise<{ name: string; code: number | null; said: string }> {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ name, code: 127, said: error.message }))
    child.on('close', (code) => resolve({ name, code, said }))
  })
}
