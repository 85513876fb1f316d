import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{contract,server,web,scripts,e2e,editor}/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
  /\.(?:test|browser)\.tsx?$|\/testing\/|^e2e\//.test(file),
)

/** Places that are not a folder of the test's own: a name below the temporary folder, or one beside the sources. */
const FOREIGN = [
  // Outside of mkdtemp, which makes a new folder with each call.
  /(?<!mkdtemp(?:Sync)?\(\s*)join\(\s*tmpdir\(\)/g,
  /['"`]\/(?:tmp|var\/tmp)\//g,
  /(?:writeFile|mkdir|cp|copyFile|appendFile)(?:Sync)?\(\s*join\(\s*(?:root|import\.meta\.dirname)/g,
]

it('no test writes outside of a folder of its own, so that another person’s run does not make it fail', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files
    .filter((file) => file !== 'scripts/test-folders.test.ts')
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return FOREIGN.flatMap((place) => [...source.matchAll(place)].map(([text]) => `${file}: ${text}`))
    })
  expect(found).toEqual([])
})
