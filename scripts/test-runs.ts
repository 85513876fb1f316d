type Run = { needsBrowser: boolean; steps: string[][] }

const vitest = (project: string, files: string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  project,
  ...files,
]

/** How given test files are run. Options, as `-t NAME`, go to the runner of each. */
export function runsFor(given: string[]): Run[] {
  const names = given.filter((arg) => /\.(?:test|browser)\.tsx?$/.test(arg)).map((name) => name.replace(/^\.\//, ''))
  const options = given.filter((arg) => !/\.(?:test|browser)\.tsx?$/.test(arg))
  const journeys = names.filter((name) => /^(?:.*\/)?e2e\//.test(name))
  const inBrowser = names.filter((name) => /\.browser\.tsx?$/.test(name))
  const others = names.filter((name) => !journeys.includes(name) && !inBrowser.includes(name))
  const runs: Run[] = []
  if (others.length) runs.push({ needsBrowser: false, steps: [vitest('server', [...others, ...options])] })
  if (inBrowser.length) runs.push({ needsBrowser: true, steps: [vitest('browser', [...inBrowser, ...options])] })
  if (journeys.length)
    runs.push({
      needsBrowser: true,
      steps: [
        ['scripts/build.ts', '--if-changed'],
        ['node_modules/@playwright/test/cli.js', 'test', ...journeys, ...options],
      ],
    })
  return runs
}
