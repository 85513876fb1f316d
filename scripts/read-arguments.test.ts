import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isFull } from '../server/testing/amount.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /((?:scripts|bench)\/[\w./-]+\.(?:ts|mjs))$/.exec(line.replace(/ --\w+$/, ''))?.[1]
  return file ? [{ name, file }] : []
})

const takesArguments = (source: string) => /read(?:Arguments|Operand)\(/.test(source)

async function run(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

it.each(ours)('npm run $name reads its arguments as all scripts do', ({ file }) => {
  const source = readFileSync(join(root, file), 'utf8')
  const reads = /process\.argv|parseArgs/.test(source)
  expect(!reads || takesArguments(source)).toBe(true)
  expect(source).not.toContain('parseArgs')
})

it('prints every option of the seed, with what it does', async () => {
  const { code, said } = await run('scripts/seed.ts', '--help')
  expect(code).toBe(0)
  expect(said).toContain('Usage: npm run seed -- --articles N [options]')
  for (const name of ['articles', 'authors', 'tags', 'categories', 'users', 'pictures', 'albums', 'readers', 'seed'])
    expect(said).toMatch(new RegExp(`^  --${name} N +\\S`, 'm'))
  expect(said).toMatch(/^ {2}--into-existing +\S/m)
})

it.each([
  ['scripts/messages.ts', 'npm run messages'],
  ['scripts/build.ts', 'npm run build'],
  ['scripts/import.ts', 'npm run import'],
  ['scripts/start.mjs', 'npm start'],
  ['scripts/test.mjs', 'npm test'],
  ['scripts/screenshot.ts', 'npm run screenshot'],
  ['bench/ads.ts', 'npm run bench:ads'],
])('%s names an option that does not exist, and does nothing', async (file, command) => {
  const { code, said } = await run(file, '--no-such-option')
  expect(code).toBe(1)
  expect(said).toContain("Unknown option '--no-such-option'.")
  expect(said).toContain(`Usage: ${command}`)
  expect(said).not.toContain('    at ')
})

it.each([
  ['scripts/backup.ts', 'One file is needed.', 'npm run backup -- FILE'],
  ['scripts/export.ts', 'One folder or file is needed.', 'npm run export -- [--without-versions] DIR|FILE.tar'],
  ['scripts/reset-second-step.ts', 'One e-mail address is needed.', 'npm run reset-second-step -- EMAIL'],
])('%s says what is missing, and what is too much', async (file, wanted, usage) => {
  for (const args of [[], ['one', 'another']]) {
    const { code, said } = await run(file, ...args)
    expect(code).toBe(1)
    expect(said).toBe(`${wanted}\nUsage: ${usage}\nAll options: ${usage.split(' -- ')[0]} -- --help\n`)
  }
})

it('says in one sentence why a command failed, and ends with code 1', async () => {
  const { code, said } = await run('scripts/backup.ts', join(root, 'no-such-folder', 'all.backup'))
  expect(code).toBe(1)
  expect(said).toBe(`There is no folder ${join(root, 'no-such-folder')}.\n`)
})

const takes = ours.filter(({ file }) => takesArguments(readFileSync(join(root, file), 'utf8')))
/** Benchmarks are for us, and each loads the whole server. */
const started = takes.filter(({ file }) => isFull || !file.startsWith('bench/'))

it('finds the scripts that take arguments', () => expect(takes.length).toBeGreaterThan(15))

// Side by side, each with a time limit of its own: a script loads the whole server before it prints its help.
it.concurrent.each(started)('npm run $name prints its help', async ({ file }) => {
  const { code, said } = await run(file, '--help')
  expect(code).toBe(0)
  expect(said).toMatch(/^Usage: npm /)
  expect(said).toMatch(/^ {2}--help +this text$/m)
})
