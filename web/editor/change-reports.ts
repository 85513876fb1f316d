import type { LoadedEditor } from './editor-adapter.ts'

export type EditorMode = 'observer' | 'listener'

export interface ChangeReportOptions {
  mode: EditorMode
  /** Milliseconds of quiet before a change is reported. */
  debounceTime: number
  observerOptions: MutationObserverInit
  /** What was known before watching paused; a difference is reported. */
  known?: string
  report: (html: string) => void
}

export interface ChangeReports {
  /** Reports what is not reported yet, now. Waits while a composition is open. */
  flush: () => void
  /** Puts text from outside into the editor; it is not reported back. */
  set: (html: string) => void
  /** What was reported or set last, as the editor writes it. */
  known: () => string
  stop: () => void
}

/** A change is never held back longer than this while typing goes on. */
const CEILING = 1000

/** Watches an editor and reports its changes: by watching its elements, or by listening to its own events. */
export function startChangeReports(editor: LoadedEditor, options: ChangeReportOptions): ChangeReports {
  let known = options.known ?? editor.getContent()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0
  let lastCost = 0
  let stopped = false

  const observer = new MutationObserver(() => changed())

  function changed() {
    if (stopped || editor.isComposing()) return
    const now = performance.now()
    if (timer === undefined) waitingSince = now
    // A long article costs time to write out: on a busy machine wait longer, so that typing goes first.
    const delay = Math.max(options.debounceTime, 4 * lastCost)
    clearTimeout(timer)
    timer = setTimeout(report, Math.max(0, Math.min(delay, waitingSince + CEILING - now)))
  }

  function report() {
    clearTimeout(timer)
    timer = undefined
    const start = performance.now()
    const html = editor.getContent()
    lastCost = performance.now() - start
    if (html === known) return
    known = html
    options.report(html)
  }

  const flush = () => {
    if (stopped || editor.isComposing()) return
    if (observer.takeRecords().length > 0 || timer !== undefined || options.mode === 'observer') report()
  }
  // The text before the input method opened is a finished change.
  const flushBeforeComposition = () => {
    if (!stopped && timer !== undefined) report()
  }
  const flushWhenLeaving = () => {
    if (document.visibilityState === 'hidden') flush()
  }

  if (options.mode === 'observer') observer.observe(editor.root, options.observerOptions)
  else editor.on('update', changed)
  editor.on('compositionstart', flushBeforeComposition)
  editor.on('compositionend', compositionEnded)
  editor.on('blur', flush)
  document.addEventListener('visibilitychange', flushWhenLeaving)
  window.addEventListener('pagehide', flush)

  if (known !== editor.getContent()) changed()

  function compositionEnded() {
    changed()
    flush()
  }

  return {
    flush,
    known: () => known,
    set: (html) => {
      editor.setContent(html)
      known = editor.getContent()
      observer.takeRecords()
      clearTimeout(timer)
      timer = undefined
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      observer.disconnect()
      editor.off('update', changed)
      editor.off('compositionstart', flushBeforeComposition)
      editor.off('compositionend', compositionEnded)
      editor.off('blur', flush)
      document.removeEventListener('visibilitychange', flushWhenLeaving)
      window.removeEventListener('pagehide', flush)
    },
  }
}
