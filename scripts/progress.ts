import type { Say } from './seed/plan.ts'

/** One line per step and, of steps with parts, per tenth; on a terminal one line that moves. */
export function progress(): Say {
  const began = Date.now()
  let said = ''
  return (step, done, total) => {
    const percent = done === undefined || !total ? undefined : Math.floor((done / total) * 100)
    const shown = percent === undefined || process.stdout.isTTY ? percent : percent - (percent % 10)
    const line = shown === undefined ? step : `${step} ${shown} %`
    if (line === said) return
    said = line
    const seconds = `${Math.round((Date.now() - began) / 1000)} s`.padStart(6)
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${seconds}  ${line}`)
    else console.log(`${seconds}  ${line}`)
  }
}
