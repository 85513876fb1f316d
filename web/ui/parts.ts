/** Code that may be needed soon. It is fetched while the browser has nothing else to do. */
import { loadFailedStyles } from './failed-styles.ts'

type Load = () => Promise<unknown>

const waiting: Load[] = []
let isStarted = false
let isRunning = false

let needed: Load = () => Promise.resolve()
/** Sets what every part waits for before it is shown, beside its code: the texts of its language. */
export function neededByParts(load: Load): void {
  needed = load
}
/** Loads a part's code, and what every part needs. */
export async function loadPart<Code>(file: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([file(), needed()])
  await loadFailedStyles()
  return code
}

/** Adds code to what is fetched after the first screen. */
export function addPart(load: Load): void {
  waiting.push(load)
  if (isStarted) void run()
}

let tell: () => void
/** Resolves when the first screen of the visit shows what it loaded. */
export const whenFirstScreenIsShown = new Promise<void>((resolve) => (tell = resolve))

/** Said by the shell. What may be needed next is fetched from now on, unless the person asked the browser to save data. */
export function firstScreenIsShown(): void {
  performance.mark('first-screen')
  tell()
  if (isStarted || savesData()) return
  isStarted = true
  void run()
}

/** Whether the person asked the browser to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

async function run() {
  if (isRunning) return
  isRunning = true
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await idle()
    // What is not there now is loaded when it is asked for, and its failure is shown then.
    await load().catch(() => undefined)
  }
  isRunning = false
}

const idle = () =>
  new Promise<void>((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done())
    else setTimeout(done, 200)
  })
