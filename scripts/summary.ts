import { writeFileSync } from 'node:fs'

/** A test that failed: its full name, and the errors, differences and output that belong to it. */
export type Failure = { name: string; details: string }

/** What a part of the tests leaves in the file that TEST_SUMMARY names: `flaky` passed at the second try, and say why the first failed. */
export type Summary = { passed: number; failed: Failure[]; flaky: Failure[] }

export function writeSummary(summary: Summary): void {
  const file = process.env['TEST_SUMMARY']
  if (file) writeFileSync(file, JSON.stringify(summary))
}

/** What a test printed, after its errors; long output is cut to its end. */
export function withOutput(errors: string[], output: string): string {
  const lines = output.trim().split('\n')
  const end = lines.slice(-60).join('\n')
  return [...errors, ...(end ? [`Printed${lines.length > 60 ? ' at its end' : ''}:\n${end}`] : [])].join('\n')
}
