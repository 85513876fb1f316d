/** Finds words of a vocabulary of our own where the trade has a standard one: in code, comments and texts. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { oddWords } from './odd-words.ts'

const root = join(import.meta.dirname, '..')
const FILES = ['{contract,server,web,editor,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', 'web/**/locales/en.po']
// These migrations are history: they name tables as they were called then, or rename them.
const LEFT_OUT = /^server\/db\/migrations\/00(?:[0-4]\d|50)-/

const found = globSync(FILES, { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !LEFT_OUT.test(file))
  .toSorted()
  .flatMap((file) => oddWords(file, readFileSync(join(root, file), 'utf8')).map((odd) => ({ file, ...odd })))
for (const { file, line, word, instead } of found) console.log(`${file}:${line}: “${word}”; write ${instead}`)
process.exitCode = found.length === 0 ? 0 : 1
