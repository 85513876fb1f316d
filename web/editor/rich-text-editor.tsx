import { useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { type ChangeReports, type EditorMode, startChangeReports } from './change-reports.ts'
import type { EditorConfig, LoadedEditor } from './editor-adapter.ts'
import { EditorLoading, EditorNotLoaded } from './editor-states.tsx'
import { useEditorMessages } from './editor-messages.ts'
import { createEditorId, isIdTaken } from './editor-id.ts'
import { type EditorDependency, EditorLoadError, loadEditorResources } from './load-editor-resources.ts'
import { whenRemoved } from './when-removed.ts'

/** What a form may ask of the editor, for instance before it saves. */
export interface RichTextEditorHandle {
  /** Reports pending changes now, by `onChange`, unless a composition is open. */
  flush: () => void
  /** The HTML in the editor; before it is loaded, the value that was passed. */
  getContent: () => string
  focus: () => void
}

/** A text that the editor showed: as it was given, and as the editor writes it. Equal after a report. */
export type ShownText = { given: string; written: string }

export interface RichTextEditorProps {
  /** HTML. Set into the editor when it differs from what the editor reported or was given last. */
  value?: string
  /** @param before what the change began from: a value that has come since and is not shown yet is not in it */
  onChange?: (html: string, before: ShownText) => void
  /** Unique in the document. `editor_` and 8 random letters when left out. */
  editorId?: string
  /** `observer` watches the elements of the text, `listener` hears the engine's own event. Anything else throws. */
  mode?: EditorMode
  /** Milliseconds of quiet before a change is reported; at least 20. */
  observerDebounceTime?: number
  observerOptions?: MutationObserverInit
  /** Scripts, loaded in this order, and style sheets. Relative names are found under `homeUrl`. */
  dependencies?: EditorDependency[]
  /** Where the editor's files lie. */
  homeUrl?: string
  /** Handed to the engine, once. */
  config?: EditorConfig
  /** The engine is there, the editor is not made yet. Once per mount; Retry mounts again. */
  onBeforeInit?: (id: string) => void
  onReady?: (editor: LoadedEditor) => void
  onError?: (error: Error) => void
  ref?: Ref<RichTextEditorHandle>
}

const MIN_DEBOUNCE = 20
const DEFAULT_DEBOUNCE = 50
const DEFAULT_OBSERVER_OPTIONS: MutationObserverInit = {
  attributes: true,
  attributeFilter: ['src', 'style', 'type', 'name'],
  characterData: true,
  childList: true,
  subtree: true,
}

/**
 * A rich-text editor whose engine is loaded when it is first shown. Shows its own loading and failure states; a failure
 * to load offers Retry in place, any other error goes to `onError` and to the nearest error boundary.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { mode = 'observer', editorId, homeUrl } = props
  const { i18n } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const [generatedId] = useState(createEditorId)
  if (mode !== 'observer' && mode !== 'listener')
    throw new RangeError(`The mode of the editor is "observer" or "listener", not "${String(mode)}".`)
  const id = editorId ?? generatedId
  return (
    <MountedEditor
      {...props}
      key={`${id} ${attempt} ${homeUrl ?? ''} ${i18n.locale}`}
      mode={mode}
      editorId={id}
      retry={() => setAttempt(attempt + 1)}
    />
  )
}

function MountedEditor(props: RichTextEditorProps & { editorId: string; mode: EditorMode; retry: () => void }) {
  const { value = '', editorId, mode, observerDebounceTime = DEFAULT_DEBOUNCE, retry, ref } = props
  const observerOptions = JSON.stringify(props.observerOptions ?? DEFAULT_OBSERVER_OPTIONS)
  const messages = useEditorMessages()
  const latest = useRef({ ...props, messages })
  useLayoutEffect(() => {
    latest.current = { ...props, messages }
  })
  const host = useRef<HTMLDivElement>(null)
  const made = useRef<LoadedEditor | null>(null)
  const reports = useRef<ChangeReports | null>(null)
  const hasFailed = useRef(false)
  const stopWaiting = useRef(() => {})
  const lastValue = useRef(value)
  const lastKnown = useRef<string>(undefined)
  const lateValue = useRef<string>(undefined)
  const shown = useRef<ShownText>({ given: value, written: value })
  const [editor, setEditor] = useState<LoadedEditor | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const isTooShort = !(observerDebounceTime >= MIN_DEBOUNCE)
  const debounceTime = isTooShort ? MIN_DEBOUNCE : observerDebounceTime

  useEffect(() => {
    if (isTooShort)
      console.warn(`observerDebounceTime ${observerDebounceTime} is too short; ${MIN_DEBOUNCE} ms is used.`)
  }, [isTooShort, observerDebounceTime])

  useEffect(() => {
    const element = host.current!
    stopWaiting.current()
    let isMounted = true
    const fail = (cause: unknown) => {
      const reason = cause instanceof Error ? cause : new Error(String(cause))
      hasFailed.current = true
      setError(reason)
      latest.current.onError?.(reason)
    }
    const make = async () => {
      const { homeUrl = '/editor/', dependencies } = latest.current
      const engine = await loadEditorResources({ homeUrl, dependencies })
      if (!isMounted) return
      if (isIdTaken(editorId, element)) throw new Error(`Another element already has the id "${editorId}".`)
      latest.current.onBeforeInit?.(editorId)
      const { config } = latest.current
      const created = engine.getEditor(editorId, {
        ...config,
        messages: { ...latest.current.messages, ...config?.messages },
      })
      made.current = created
      await created.ready
      if (made.current !== created) return
      created.setContent(latest.current.value ?? '')
      lastValue.current = latest.current.value ?? ''
      lastKnown.current = created.getContent()
      shown.current = { given: lastValue.current, written: lastKnown.current }
      setEditor(created)
      latest.current.onReady?.(created)
    }
    // Shown again after a failure, it waits for Retry.
    if (!made.current && !hasFailed.current) make().catch((cause: unknown) => isMounted && fail(cause))
    return () => {
      isMounted = false
      const destroy = () => {
        made.current?.destroy()
        made.current = null
      }
      // Hidden by a kept screen (or by StrictMode's rehearsal) the element stays: so does the editor and its history.
      if (!element.isConnected) destroy()
      else if (made.current) stopWaiting.current = whenRemoved(element, destroy)
    }
  }, [editorId])

  // Layout effects end before the text leaves the page, so the last change is reported in time for the route that follows.
  useLayoutEffect(() => {
    if (!editor) return
    const current = startChangeReports(editor, {
      mode,
      debounceTime,
      known: lastKnown.current,
      observerOptions: JSON.parse(observerOptions) as MutationObserverInit,
      report: (html) => {
        lastValue.current = html
        lateValue.current = undefined
        const before = shown.current
        shown.current = { given: html, written: html }
        latest.current.onChange?.(html, before)
      },
    })
    reports.current = current
    // Hears of the end after the reports did: a word that was finished has been reported and wins.
    const setLateValue = () => {
      if (lateValue.current !== undefined) shown.current = setIfNew(current, editor, lateValue.current)
      lateValue.current = undefined
    }
    editor.on('compositionend', setLateValue)
    return () => {
      current.flush()
      lastKnown.current = current.known()
      current.stop()
      editor.off('compositionend', setLateValue)
      reports.current = null
    }
  }, [editor, mode, debounceTime, observerOptions])

  useEffect(() => {
    if (!editor || !reports.current || value === lastValue.current) return
    lastValue.current = value
    // A word that is being composed is not cut in two: the value waits until it is finished.
    if (editor.isComposing()) lateValue.current = value
    else {
      // What was typed meanwhile is reported first and wins; the parent answers to that with a value of its own.
      reports.current.flush()
      if (lastValue.current === value) shown.current = setIfNew(reports.current, editor, value)
    }
  }, [editor, value])

  useImperativeHandle(
    ref,
    () => ({
      flush: () => reports.current?.flush(),
      getContent: () => made.current?.getContent() ?? latest.current.value ?? '',
      focus: () => made.current?.focus(),
    }),
    [],
  )

  if (error && !(error instanceof EditorLoadError)) throw error
  return (
    <>
      {error ? <EditorNotLoaded error={error as EditorLoadError} retry={retry} /> : null}
      {!editor && !error ? <EditorLoading /> : null}
      <div id={editorId} ref={host} />
    </>
  )
}

function setIfNew(reports: ChangeReports, editor: LoadedEditor, html: string): ShownText {
  if (html !== editor.getContent()) reports.set(html)
  return { given: html, written: reports.known() }
}
