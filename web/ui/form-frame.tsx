import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, List, Title } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './form-frame.module.css'
import { asksBeforeLeaving } from './leave-asking.ts'
import { useScreenTitle } from './screen.tsx'

/** One fault to correct: `target` is the id of the field's element. */
export type FormError = { target: string; label: string; message: string }

type Props = {
  title: string
  /** Shown beside the title: state, who changed it last. */
  status?: ReactNode
  /** “Save”, “Add tag”: the one primary button; left out for those who may only read. */
  saveLabel?: string | undefined
  busy: boolean
  /** Unsaved changes: marks the title, and the browser asks before the tab is closed. */
  dirty: boolean
  /** The browser keeps unsaved changes, and the form has them again when it is next opened. */
  comesBack?: boolean
  /** Sends the form; validation included. Also runs on Ctrl+S and ⌘S. */
  onSave: () => void
  /** Buttons beside the primary one. */
  actions?: ReactNode
  /** What is wrong with single fields; each entry jumps to its field. */
  errors?: readonly FormError[]
  /** What is wrong with the whole, with the request id. */
  failure?: ReactNode
  /** What to know before the fields are read: restored texts, conflicts. */
  notices?: ReactNode
  children: ReactNode
}

/**
 * The frame of a create or edit form: title bar with its actions, which stays; summary of errors; Ctrl+S. A field with
 * `data-autofocus` has the focus at first.
 */
export function FormFrame(props: Props) {
  const {
    title,
    status,
    saveLabel,
    busy,
    dirty,
    comesBack = false,
    onSave,
    actions,
    errors = [],
    failure,
    notices,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  useScreenTitle(title, { unsaved: dirty, comesBack })
  useSaveKey(form, onSave)
  useWarnBeforeLeaving(dirty)
  useEffect(() => {
    // Not from a field that has it already, nor from a dialog.
    const isTaken = document.activeElement?.matches('input, textarea, select, [contenteditable], [role=dialog] *')
    if (!isTaken) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <header className={classes.bar}>
        <Title order={1} className={classes.title} title={title}>
          {title}
        </Title>
        {status}
        <div className={classes.actions}>
          {actions}
          {saveLabel && (
            <Button type="submit" loading={busy} aria-keyshortcuts="Control+S Meta+S">
              {saveLabel}
            </Button>
          )}
        </div>
      </header>
      <div className={classes.body}>
        <FormTroubles errors={errors} failure={failure} />
        {notices}
        {children}
      </div>
    </form>
  )
}

/** What is wrong with a form: the whole of it, and a summary of its fields that takes the focus when it appears. */
export function FormTroubles({ errors, failure }: { errors: readonly FormError[]; failure: ReactNode }) {
  const { t } = useLingui()
  const summary = useRef<HTMLDivElement>(null)
  const wrong = errors.map(({ target, message }) => target + message).join()
  useEffect(() => {
    if (wrong) summary.current?.focus()
  }, [wrong])
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" mb="md">
          {failure}
        </Alert>
      )}
      {errors.length > 0 && (
        <Alert color="red" ref={summary} tabIndex={-1} role="alert" mb="md" title={t`There is something to correct`}>
          <List size="sm">
            {errors.map(({ target, label, message }) => (
              <List.Item key={target}>
                <Anchor
                  href={`#${target}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(target)?.focus()
                  }}
                >
                  <Trans>
                    {label}: {message}
                  </Trans>
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

/** Ctrl+S and ⌘S save, also from inside a field; never the browser's “save page”. */
export function useSaveKey(area: React.RefObject<HTMLElement | null>, onSave: () => void): void {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      const inDialog = event.target instanceof Element && event.target.closest('[role=dialog]')
      if (!event.repeat && area.current && (!inDialog || area.current.contains(event.target as Node))) save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [area])
}

/** The browser asks before the tab is closed or loaded again while something is unsaved. */
export function useWarnBeforeLeaving(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (asksBeforeLeaving()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
