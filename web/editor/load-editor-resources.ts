import type { EditorEngine } from './editor-adapter.ts'

/** A script or style sheet; one whose path ends in `.css` is a style sheet. */
export type EditorDependency = string | { url: string; integrity?: string }

export const DEFAULT_DEPENDENCIES: EditorDependency[] = ['editor.config.js', 'editor.all.min.js', 'editor.css']

const TIME_LIMIT = 30_000

/** The editor's files did not come, or what came is no editor. Says what to check, and names the address. */
export class EditorLoadError extends Error {
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(
      `The editor resources failed to load: ${url}. Check that the resource exists and that the home URL is configured correctly.`,
      { cause },
    )
    this.name = 'EditorLoadError'
    this.url = url
  }
}

export interface LoadOptions {
  homeUrl: string
  dependencies?: EditorDependency[]
  /** Milliseconds that one file may take. */
  timeLimit?: number
}

const started = new Map<string, Promise<void>>()
/** How often an address did not answer in time. */
const silences = new Map<string, number>()

/**
 * Loads the editor: style sheets side by side, scripts one after the other, each address once however many editors ask.
 * A failure is forgotten, so that the next call tries again.
 * @throws EditorLoadError
 */
export async function loadEditorResources(options: LoadOptions): Promise<EditorEngine> {
  const { homeUrl, dependencies = DEFAULT_DEPENDENCIES, timeLimit = TIME_LIMIT } = options
  const base = resolve(homeUrl.endsWith('/') ? homeUrl : `${homeUrl}/`, document.baseURI)
  const files = dependencies.map((entry) => {
    const { url, integrity } = typeof entry === 'string' ? { url: entry, integrity: undefined } : entry
    return { url: resolve(url, base), integrity }
  })
  const styles = files.filter(({ url }) => url.pathname.endsWith('.css'))
  const scripts = files.filter((file) => !styles.includes(file))
  const styling = Promise.all(styles.map((file) => once(file.url, () => addStyle(file.url, file.integrity, timeLimit))))
  // Awaited last: until then a failure must not count as unhandled.
  styling.catch(() => {})
  for (const file of scripts) await once(file.url, () => addScript(file.url, file.integrity, timeLimit))
  await styling
  const engine = window.CopydeskEditor
  if (typeof engine?.getEditor === 'function') return engine
  for (const { url } of scripts) forget(url)
  throw new EditorLoadError(
    scripts.at(-1)?.url.href ?? base.href,
    new TypeError('the scripts ran, but window.CopydeskEditor.getEditor is not there'),
  )
}

function resolve(address: string, base: string | URL): URL {
  try {
    return new URL(address, base)
  } catch (cause) {
    throw new EditorLoadError(address, cause)
  }
}

function once(url: URL, add: () => Promise<void>): Promise<void> {
  const known = started.get(url.href)
  if (known) return known
  const loading = add().catch((cause: unknown) => {
    forget(url)
    if (cause instanceof DOMException) silences.set(url.href, (silences.get(url.href) ?? 0) + 1)
    throw new EditorLoadError(url.href, cause)
  })
  started.set(url.href, loading)
  return loading
}

function forget(url: URL) {
  started.delete(url.href)
  for (const tag of document.querySelectorAll(`[data-editor-resource="${CSS.escape(url.href)}"]`)) tag.remove()
}

/** While a request hangs, the browser lets later ones for the same address wait for it: the next try asks for another. */
function addressOf(url: URL): string {
  const address = new URL(url)
  const count = silences.get(url.href)
  if (count) address.searchParams.set('retry', String(count))
  return address.href
}

function addScript(url: URL, integrity: string | undefined, timeLimit: number) {
  const script = document.createElement('script')
  script.src = trusted(addressOf(url))
  // Order is kept by waiting. With `async = false` a script that never answers would hold up every later one, Retry too.
  script.async = true
  return finish(script, url, integrity, timeLimit)
}

function addStyle(url: URL, integrity: string | undefined, timeLimit: number) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = addressOf(url)
  return finish(link, url, integrity, timeLimit)
}

function finish(tag: HTMLScriptElement | HTMLLinkElement, url: URL, integrity: string | undefined, timeLimit: number) {
  tag.dataset.editorResource = url.href
  if (integrity) tag.integrity = integrity
  if (integrity || url.origin !== location.origin) tag.crossOrigin = 'anonymous'
  const nonce = document.querySelector<HTMLElement>('script[nonce], style[nonce], link[nonce]')?.nonce
  if (nonce) tag.nonce = nonce
  return new Promise<void>((loaded, failed) => {
    let thrown: unknown
    // A server that answers every address with its start page says 200: the browser reads that as a script, and throws.
    const noticeThrown = (event: ErrorEvent) => {
      if (tag instanceof HTMLScriptElement && event.filename === tag.src)
        thrown ??= event.error ?? new Error(event.message)
    }
    const end = (error?: unknown) => {
      clearTimeout(timer)
      window.removeEventListener('error', noticeThrown)
      if (error === undefined) loaded()
      else failed(error)
    }
    const timer = setTimeout(
      () => end(new DOMException(`no answer within ${timeLimit / 1000} s`, 'TimeoutError')),
      timeLimit,
    )
    window.addEventListener('error', noticeThrown)
    tag.addEventListener('load', () =>
      end(thrown ?? (isEmptySheet(tag) ? new Error('no style rule in it') : undefined)),
    )
    tag.addEventListener('error', () => end(new Error(`the browser could not load ${url.href}`)))
    document.head.append(tag)
  })
}

/** What the browser makes of a start page that was sent in place of a style sheet. */
function isEmptySheet(tag: HTMLScriptElement | HTMLLinkElement): boolean {
  try {
    return tag instanceof HTMLLinkElement && tag.sheet?.cssRules.length === 0
  } catch {
    // Redirected to another host: its rules may not be read.
    return false
  }
}

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string
}
type Policies = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

let policy: ScriptUrlPolicy | undefined

/** Under Trusted Types a script's address must come from a policy; without them it is a plain string. */
function trusted(url: string): string {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes
  policy ??= policies?.createPolicy('copydesk-editor', { createScriptURL: (address) => address })
  return policy ? policy.createScriptURL(url) : url
}
