import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /((?:scripts|bench)\/[\w./-]+\.(?:ts|mjs))$/.exec(line.replace(/ --\w+$/, ''))?.[1]
  return file ? [{ name, file }] : []
})

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
  expect(!reads || source.includes('readArguments(')).toBe(true)
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
  ['bench/ads.ts', 'npm run bench:ads'],
])('%s names an option that does not exist, and does nothing', async (file, command) => {
  const { code, said } = await run(file, '--no-such-option')
  expect(code).toBe(1)
  expect(said).toContain("Unknown option '--no-such-option'.")
  expect(said).toContain(`Usage: ${command}`)
  expect(said).not.toContain('    at ')
})

it('prints the help of every script that takes arguments', async () => {
  const takes = ours.filter(({ file }) => readFileSync(join(root, file), 'utf8').includes('readArguments('))
  expect(takes.length).toBeGreaterThan(15)
  const helps = await Promise.all(takes.map(async ({ file }) => ({ file, ...(await run(file, '--help')) })))
  for (const { file, code, said } of helps) {
    expect(code, file).toBe(0)
    expect(said, file).toMatch(/^Usage: npm /)
    expect(said, file).toMatch(/^ {2}--help +this text$/m)
  }
})
