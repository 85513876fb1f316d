/** Runs a child in our terminal, hands signals on, and ends as it ended. Runs on Node 20. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { root } from './node-runtime.mjs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

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
 * @returns {() => void} ends the passing on
 */
export function passSignals(children) {
  let passed = false
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (!passed) for (const child of children) child.stop(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    passed = true
  }
  for (const signal of signals) process.on(signal, pass)
  const above = ancestors()
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && ancestors() !== above) pass('SIGTERM')
  }, 500).unref()
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  }
}

/** npm starts us through a shell that outlives it, so we look two steps up, where the system tells. */
function ancestors() {
  try {
    const grandparent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8'))?.[1]
    return `${process.ppid} ${grandparent}`
  } catch {
    return String(process.ppid)
  }
}
