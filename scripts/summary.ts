import { writeFileSync } from 'node:fs'

/** What a run of tests leaves in the file that TEST_SUMMARY names: `flaky` are those that passed at the second try. */
export type Summary = { passed: number; failed: string[]; flaky: string[] }

export function writeSummary(summary: Summary): void {
  const file = process.env['TEST_SUMMARY']
  if (file) writeFileSync(file, JSON.stringify(summary))
}
