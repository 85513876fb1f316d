const AUTOSAVE_PAUSE = 2000
const AUTOSAVE_AT_LEAST = 10_000
const LOCAL_PAUSE = 300
const TRY_AGAIN = 5000

type Ports = {
  /** To the server. */
  save: () => void
  /** In this browser. */
  keep: () => void
}

/** When what is typed is kept in this browser, and when it is sent: soon after the last key, and while one types every ten seconds. */
export class SavePace {
  private saveTimer: ReturnType<typeof setTimeout> | undefined
  private keepTimer: ReturnType<typeof setTimeout> | undefined
  private dirtySince: number | undefined
  private readonly ports: Ports

  constructor(ports: Ports) {
    this.ports = ports
  }

  keepSoon() {
    clearTimeout(this.keepTimer)
    this.keepTimer = setTimeout(this.ports.keep, LOCAL_PAUSE)
  }

  saveSoon() {
    this.dirtySince ??= Date.now()
    this.saveIn(Math.max(0, Math.min(AUTOSAVE_PAUSE, this.dirtySince + AUTOSAVE_AT_LEAST - Date.now())))
  }

  /** After a failure that passes by itself. */
  tryAgain() {
    this.saveIn(TRY_AGAIN)
  }

  /** What was typed up to now is on the server; something was typed meanwhile. */
  beginAgain() {
    this.dirtySince = Date.now()
  }

  /** A save is about to begin. */
  stopSaving() {
    clearTimeout(this.saveTimer)
  }

  stop() {
    clearTimeout(this.saveTimer)
    clearTimeout(this.keepTimer)
  }

  /** Nothing is left to keep or save. */
  end() {
    this.stop()
    this.dirtySince = undefined
  }

  private saveIn(ms: number) {
    clearTimeout(this.saveTimer)
    this.saveTimer = setTimeout(this.ports.save, ms)
  }
}
