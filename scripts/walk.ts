/**
 * `npm run walk`: what a reader opens to follow a noun's list and form in the browser, counted from the imports.
 * Own files are those of the noun's folder. Reached are those and the files of ours that they import for more than a type;
 * texts, styles and tests do not count. Hops: imports from a screen to the call of the server.
 * Give another checkout as the second argument to compare: `npm run walk -- tags ../before`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from './read-arguments.mjs'

const { positionals } = readArguments({
  usage: 'npm run walk -- [NOUN] [CHECKOUT…]',
  about:
    'Counts the files that a reader opens for the list and the form of a noun (tags), here and in other checkouts.',
  operands: true,
  options: {},
})
const [noun = 'tags', ...roots] = positionals
const IMPORT = /import\s+(type\s)?([^'"]*?)\s*from\s+'([^']+)'/g

for (const root of ['.', ...roots]) {
  const own = globSync(`web/features/${noun}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.(browser|test)\.tsx?$|\/testing\//.test(file),
  )
  const reached = new Set([...own, ...own.flatMap((file) => valuesFrom(root, file))])
  const shared = [...reached].filter((file) => !own.includes(file))
  const lines = own.reduce((sum, file) => sum + linesOf(root, file), 0)
  const list = own.find((file) => file.endsWith('-list-page.tsx'))
  console.log(
    `${root}: ${noun}: ${own.length} own files of ${lines} lines, ${reached.size} files reached, ` +
      `${list ? hops(root, list, 'web/api/call.ts') : '?'} hops from the list to the call`,
  )
  for (const file of own) console.log(`  ${String(linesOf(root, file)).padStart(4)} ${file}`)
  for (const file of shared.toSorted()) console.log(`       ${file}`)
}

function linesOf(root: string, file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
}

/** The files of ours that a file imports for more than types. */
function valuesFrom(root: string, file: string): string[] {
  const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT)
  return [...found].flatMap(([, type, names = '', path = '']) => {
    const isType = type !== undefined || /^\{(\s*type \w+\s*,?)+\s*\}$/.test(names)
    const target = path.startsWith('.') ? join(dirname(file), path) : path.startsWith('#') ? path.slice(1) : ''
    return !isType && /\.tsx?$/.test(target) && existsSync(join(root, target)) ? [target] : []
  })
}

/** The fewest imports from one file to another. */
function hops(root: string, from: string, to: string): number {
  const seen = new Set([from])
  let front = [from]
  for (let count = 0; front.length > 0; count++) {
    if (front.includes(to)) return count
    front = [...new Set(front.flatMap((file) => valuesFrom(root, file)))].filter((file) => !seen.has(file))
    for (const file of front) seen.add(file)
  }
  return Infinity
}
