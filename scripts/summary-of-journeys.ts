import { stripVTControlCharacters } from 'node:util'
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { withOutput, writeSummary, type Failure } from './summary.ts'

/** Sums up a run of the journeys, and prints nothing. Reporters are found as default exports. */
export default class SummaryOfJourneys implements Reporter {
  private suite: Suite | undefined
  /** Errors that belong to no test, such as a file that cannot be loaded. */
  private errors: Failure[] = []

  printsToStdio(): boolean {
    return true
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.errors.push({ name: 'An error that belongs to no journey', details: wordsOf(error) })
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? []
    const that = (outcome: string) => tests.filter((test) => test.outcome() === outcome)
    const flaky = that('flaky')
    writeSummary({
      passed: that('expected').length + flaky.length,
      failed: [...that('unexpected').map((test) => failureOf(test, test.results)), ...this.errors],
      flaky: flaky.map((test) => failureOf(test, test.results.slice(0, 1))),
    })
  }
}

const nameOf = (test: TestCase) => `e2e/${test.titlePath().filter(Boolean).join(' › ')}`

/** Each try tells what it met: the second often fails of something else than the first. */
function failureOf(test: TestCase, tries: TestResult[]): Failure {
  return { name: nameOf(test), details: tries.map(detailsOf).join('\nAt the second try:\n') }
}

function detailsOf({ errors, stdout, stderr, duration }: TestResult): string {
  const printed = [...stdout, ...stderr].map(String).join('')
  return withOutput([...errors.map(wordsOf), `After ${Math.round(duration / 1000)} s.`], printed)
}

const wordsOf = ({ message, stack, value, snippet }: TestError) =>
  stripVTControlCharacters([stack ?? message ?? value ?? '', snippet ?? ''].filter(Boolean).join('\n'))
