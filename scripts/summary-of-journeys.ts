import type { Reporter, Suite } from '@playwright/test/reporter'
import { writeSummary } from './summary.ts'

/** Sums up a run of the journeys. Reporters are found as default exports. */
export default class SummaryOfJourneys implements Reporter {
  private suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? []
    const named = (outcome: string) =>
      tests.filter((test) => test.outcome() === outcome).map((test) => test.titlePath().filter(Boolean).join(' › '))
    const flaky = named('flaky')
    writeSummary({ passed: named('expected').length + flaky.length, failed: named('unexpected'), flaky })
  }
}
