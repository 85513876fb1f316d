import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { withOutput, writeSummary, type Failure } from './summary.ts'

/** Sums up a run of vitest, and prints nothing. Reporters are found as default exports. */
export default class SummaryOfParts implements Reporter {
  /** What was printed, by the test or the file that did; shown of what fails only. */
  private printed = new Map<string, string>()

  onUserConsoleLog({ taskId = '', content }: UserConsoleLog): void {
    this.printed.set(taskId, (this.printed.get(taskId) ?? '') + content)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const stateOf = (test: TestCase) => test.result().state
    writeSummary({
      passed: tests.filter((test) => stateOf(test) === 'passed').length,
      failed: [
        ...tests.filter((test) => stateOf(test) === 'failed').map((test) => this.failureOf(test)),
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => this.failure(module.relativeModuleId, module.id, module.errors())),
        ...unhandled.map((error) => this.failure(`An error that belongs to no test, ${whileOf(error)}`, '', [error])),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map((test) => this.failureOf(test)),
    })
  }

  private failureOf(test: TestCase): Failure {
    return this.failure(nameOf(test), test.id, test.result().errors ?? [])
  }

  private failure(name: string, id: string, errors: readonly SerializedError[]): Failure {
    return { name, details: withOutput(errors.map(wordsOf), this.printed.get(id) ?? '') }
  }
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} › ${test.fullName}`

/** What ran when no one caught it: the test itself, or one before it that left work behind. */
function whileOf({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }: SerializedError): string {
  const [path, name] = [file, test].map((value) => (typeof value === 'string' ? value : ''))
  return path ? `while ${relative(process.cwd(), path)} ran${name ? ` (${name})` : ''}` : 'outside all of them'
}

/** The message, the difference, and where in our own files. */
function wordsOf({ name, message, diff, stacks, stack }: SerializedError): string {
  const places = (stacks ?? []).map(({ file, line, column }) => `    at ${file}:${line}:${column}`)
  const where = places.length ? places.join('\n') : typeof stack === 'string' ? stack : ''
  const said = [`${name ?? 'Error'}: ${message}`, typeof diff === 'string' ? diff : '', where]
  return stripVTControlCharacters(said.filter(Boolean).join('\n'))
}
