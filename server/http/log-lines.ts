import { format } from 'node:util'

/** pino's number of each level. */
const LEVELS = { debug: 20, log: 30, info: 30, warn: 40, error: 50, trace: 20 } as const

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON leaves some characters as they are that programs which show a log take for the end of a line, or obey. */
export const singleLine = (json: string): string =>
  // oxlint-disable-next-line no-control-regex
  json.replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)

/**
 * Makes every call of the console by a library one JSON line of the log, so that text of users in it cannot pass for a
 * line of its own. Call it first in every thread.
 * @returns the console as it was, for what this program itself tells the person who starts it
 */
export function captureConsole(): Pick<Console, 'log' | 'error'> {
  const { log, error } = console
  for (const [name, level] of Object.entries(LEVELS))
    console[name as keyof typeof LEVELS] = (...said: unknown[]) => {
      const msg = format(...said)
      process.stdout.write(`${singleLine(JSON.stringify({ level, time: Date.now(), msg }))}\n`)
    }
  return { log: log.bind(console), error: error.bind(console) }
}
