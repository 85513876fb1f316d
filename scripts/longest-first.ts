import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SLOW_TEST_FILES } from './slow-test-files.ts'

/** Begins with the files that take longest, so that no worker is left alone with one of them at the end of a part. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = SLOW_TEST_FILES.flatMap((name) => files.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)))
    return [...slow, ...(await super.sort(files.filter((file) => !slow.includes(file))))]
  }
}
