import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
const sources = globSync('{contract,server,web,editor}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/migrations|node_modules/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))

it.each(rows.map(([, term = '', , where = '']) => [term, where]))(
  '“%s” is used in code under that name',
  (term, where) => {
    // In prose, in names and in SQL: working copy, workingCopy, WorkingCopy, working_copy.
    const written = new RegExp(term.split(' ').join('[ _-]?'), 'i')
    expect(sources.filter((source) => written.test(source)).length).toBeGreaterThan(2)
    const link = /\]\((.+?)\)/.exec(where)?.[1] ?? ''
    expect(link && existsSync(join(root, 'docs', link))).toBe(true)
  },
)
