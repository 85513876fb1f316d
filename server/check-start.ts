/** Whether a server could start with this environment: `npm start` asks before it builds anything. */
import { readConfig } from './config.ts'
import { portProblem } from './http/free-port.ts'

try {
  const problem = await portProblem(readConfig(process.env))
  if (problem) throw new Error(problem)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
