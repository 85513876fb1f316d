import type { Reporter, TestModule } from 'vitest/node'
import { writeSummary } from './summary.ts'

/** Sums up a run of vitest. Reporters are found as default exports. */
export default class SummaryOfParts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const named = (test: (typeof tests)[number]) => `${test.module.relativeModuleId} › ${test.fullName}`
    const failed = tests.filter((test) => test.result().state === 'failed')
    writeSummary({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...failed.map(named),
        ...modules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(named),
    })
  }
}
