/** A process for the tests to kill: begins the job `linger` and never ends it. */
import { createDatabase } from '../../db/database.ts'
import { startJobRunner } from '../job-queue.ts'

const { pool } = createDatabase({ connectionString: process.argv[2] ?? '' })
const linger = () => {
  console.log('began')
  return new Promise<void>(() => {})
}
await startJobRunner(pool, { linger }, '', console.error, 100)
