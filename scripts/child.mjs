/** Runs a child in our terminal, hands signals on, and ends as it ended. Runs on Node 20. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './node-runtime.mjs'

/**
 * @param {string} file @param {string[]} args @param {Record<string, string>} [env]
 * @returns {{ stop: (signal: NodeJS.Signals) => void, ended: Promise<number> }} `ended` is the exit code, as a shell counts it
 */
export function runChild(file, args, env = {}) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${file} could not start: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
  return { stop: (signal) => void child.kill(signal), ended }
}

/**
 * Ctrl+C reaches the whole terminal group, so a child may hear of it twice; it must take that as one wish.
 * When npm is killed without a word, we go too instead of keeping the port.
 * @param {{ stop: (signal: NodeJS.Signals) => void }[]} children
 */
export function passSignals(children) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    let passed = false
    process.on(signal, () => {
      if (!passed) for (const child of children) child.stop(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      passed = true
    })
  }
  const parent = process.ppid
  if (!process.env['npm_lifecycle_event']) return
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM')
  }, 1000).unref()
}
