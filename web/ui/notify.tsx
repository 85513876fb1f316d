import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Button, Loader, Portal, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useHeightOfPage, useHeightsBelow } from './below-messages.ts'
import classes from './notify.module.css'
import { useQuarterText } from './progress-text.ts'

/**
 * An ordinary link within the console, where `href` is a path; otherwise it leads out, in a new tab. The label is already in the
 * person's language.
 */
export type ToastLink = { label: string; href: string }
/** A next step; the message closes with it. The label is already in the person's language. */
export type ToastStep = { label: string; run: () => void }

type Toast = {
  id: number
  kind: 'done' | 'failure' | 'busy'
  message: string
  /** How far it is, in words and as a share of 1. */
  count?: string
  share?: number
  requestId?: string | undefined
  undo?: (() => void) | undefined
  /** The recorded steps that `undo` undoes: where none of them can be undone any more, the message goes. */
  steps?: readonly string[] | undefined
  next?: ToastLink | ToastStep | undefined
  /** Milliseconds on screen while no one points at it. */
  stays: number
  /** They are counted from when the screen is left, or something else can be undone. */
  untilLeft?: boolean
  /** How often the same was said while it was there. */
  times: number
}

const AT_MOST = 3
let last = 0
let toasts: readonly Toast[] = []
/** Steps of messages that made room for newer ones. */
let folded: readonly string[] = []
const listeners = new Set<() => void>()

type Shown = { toasts: readonly Toast[]; folded: number }
let shownNow: Shown = { toasts, folded: 0 }

function set(next: readonly Toast[]) {
  toasts = next
  if (next.length === 0) folded = []
  shownNow = { toasts, folded: folded.length }
  for (const tell of listeners) tell()
}
function show(toast: Omit<Toast, 'id' | 'times'>): () => void {
  const id = ++last
  const same = toasts.find((one) => isSame(one, toast))
  const others = toasts.filter((one) => one !== same)
  set(fitting([...others, { ...toast, id, times: (same?.times ?? 0) + 1 }]))
  return () => close(id)
}

/** Says the same, and has nothing of its own to do: each undo reverts something else, and of what is under way each has its end. */
const isSame = (one: Toast, other: Omit<Toast, 'id' | 'times'>) =>
  one.kind === other.kind &&
  one.kind !== 'busy' &&
  one.message === other.message &&
  ![one, other].some(({ undo, next }) => undo || next)

/** The newest; of older ones, plain confirmations leave first. */
function fitting(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= AT_MOST) return all
  const older = all.slice(0, -1)
  const plain = older.find(({ kind, undo, next }) => kind === 'done' && !undo && !next)
  const leaves = plain ?? older.find(({ steps }) => steps) ?? all[0]
  if (leaves?.steps) folded = [...folded, ...leaves.steps]
  return all.filter((one) => one !== leaves)
}
const close = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** Says that something was done. The text is already in the person's language. Returns a function that takes it away. */
export const notifyDone = (message: string, next?: ToastLink | ToastStep) =>
  show({ kind: 'done', message, next, stays: next ? 10_000 : 6_000 })

/** Says what failed, with the request id for support. Stays longer than good news. */
export const notifyFailure = (message: string, requestId?: string, next?: ToastStep) =>
  show({ kind: 'failure', message, requestId, next, stays: 15_000 })

/** What takes longer than this says that it is under way. */
const SLOW_MS = 500

/**
 * Says that something is under way, once it takes long. `end` takes it away, and is to be called in any case; `say` tells how
 * far it is: the words are shown after the message, and read aloud is only each quarter.
 * @param stop asks for the end; the message stays until `end`. `offer` adds it later, once that is possible
 */
export function notifyBusy(
  message: string,
  stop?: ToastStep,
): { say: (count: string, share: number) => void; offer: (stop: ToastStep) => void; end: () => void } {
  let now: Pick<Toast, 'count' | 'share' | 'next'> = { next: stop }
  let id: number | undefined
  const begin = () => {
    show({ kind: 'busy', message, ...now, stays: Infinity })
    id = last
  }
  const add = (more: typeof now) => {
    now = { ...now, ...more }
    set(toasts.map((toast) => (toast.id === id ? { ...toast, ...now } : toast)))
  }
  const timer = setTimeout(begin, SLOW_MS)
  return {
    say: (count, share) => add({ count, share }),
    offer: (next) => add({ next }),
    end: () => {
      clearTimeout(timer)
      if (id !== undefined) close(id)
    },
  }
}

/**
 * Says what was done and offers Undo for as long as the person stays on the screen; 10 seconds more once it is
 * left or the next undo is offered (not counting hover and focus; F8 moves the focus there). `undo` runs once and reports
 * its own failure. `steps`: see `withdrawUndo`.
 */
export function offerUndo(
  message: string,
  undo: () => void,
  next?: ToastLink | ToastStep,
  steps?: readonly string[],
): () => void {
  countFromNow()
  return show({ kind: 'done', message, undo, next, steps, stays: 10_000, untilLeft: true })
}

/** The steps whose Undo is offered now. */
export const offeredSteps = (): string[] => [...folded, ...toasts.flatMap(({ steps }) => steps ?? [])]

/** Takes the offers of these steps away: they can no longer be undone. */
export function withdrawUndo(steps: readonly string[]): void {
  const gone = new Set(steps)
  if (gone.size === 0) return
  folded = folded.filter((step) => !gone.has(step))
  const left = (steps?: readonly string[]) => steps?.filter((step) => !gone.has(step))
  const still = toasts.filter(({ steps }) => left(steps)?.length !== 0)
  set(still.map((toast) => ({ ...toast, steps: left(toast.steps) })))
}

const countFromNow = () => set(toasts.map((toast) => ({ ...toast, untilLeft: false })))

/** Another screen is in front now: the shell says so. */
export function notifyScreenLeft(): void {
  if (toasts.some(({ untilLeft }) => untilLeft)) countFromNow()
}

/** Takes every toast away: on sign-out, and between tests. */
export const clearToasts = () => set([])

type Props = {
  /** Follows a link within the console; without it the browser does. */
  navigate?: (to: string) => void
  /** Where what can be undone is listed. */
  changesHref?: string
}

/** Shows the toasts; mounted once, inside the Mantine and Lingui providers. */
export function Toasts({ navigate, changesHref }: Props) {
  const { t } = useLingui()
  const { toasts: shown, folded: foldedCount } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shownNow,
  )
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      const button = region.current?.querySelector<HTMLElement>('button')
      if (!button) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) cameFrom.current = document.activeElement
      button.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  useHeightOfPage(region, shown.length > 0)
  const heightsBelow = useHeightsBelow()

  const closeAndReturn = (id: number) => {
    const hadFocus = region.current?.contains(document.activeElement)
    close(id)
    setHeld(false)
    if (hadFocus && cameFrom.current?.isConnected) cameFrom.current.focus()
  }

  return (
    <Portal>
      {/* Pointing at it, or being inside by keyboard, stops the clock. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={region}
        className={classes.region}
        style={heightsBelow}
        data-floating
        aria-label={t`Messages (F8)`}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <div aria-live="polite" aria-relevant="additions text">
          {foldedCount > 0 && changesHref && (
            <div className={classes.folded}>
              <span>
                <Plural
                  value={foldedCount}
                  one="# earlier change can still be undone."
                  other="# earlier changes can still be undone."
                />
              </span>{' '}
              <Anchor
                size="xs"
                underline="always"
                href={changesHref}
                onClick={(event) => (followInside(event, changesHref, navigate), clearToasts())}
              >
                <Trans>Changes to undo</Trans>
              </Anchor>
            </div>
          )}
          {shown.map((toast) => (
            <ToastCard
              key={toast.id}
              toast={toast}
              held={held}
              navigate={navigate}
              onClose={() => closeAndReturn(toast.id)}
            />
          ))}
        </div>
      </section>
    </Portal>
  )
}

function ToastIcon({ kind }: Pick<Toast, 'kind'>) {
  if (kind === 'busy') return <Loader size={18} />
  return kind === 'done' ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />
}

/** Without loading the console again; a click that asks for a new tab gets one. */
function followInside(event: MouseEvent, href: string, navigate: Props['navigate']) {
  if (!navigate || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(href)
}

type CardProps = { toast: Toast; held: boolean; navigate: Props['navigate']; onClose: () => void }

function ToastCard({ toast, held, navigate, onClose }: CardProps) {
  const { t } = useLingui()
  const quarterText = useQuarterText()
  const left = useRef(toast.stays)
  const { next, times } = toast
  const waits = held || toast.untilLeft === true
  useEffect(() => {
    if (waits || left.current === Infinity) return undefined
    const since = Date.now()
    const timer = setTimeout(() => close(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(2_000, left.current - (Date.now() - since))
    }
  }, [waits, toast.id])

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <ToastIcon kind={toast.kind} />
      <div className={classes.text}>
        <Text size="sm" lineClamp={6}>
          {toast.message}
          {toast.count !== undefined && <span aria-live="off"> {toast.count}</span>}
        </Text>
        {toast.share !== undefined && <VisuallyHidden>{quarterText(toast.share)}</VisuallyHidden>}
        {times > 1 && (
          <Text size="xs" c="dimmed">
            <Plural value={times} one="# time" other="# times" />
          </Text>
        )}
        {toast.requestId && (
          <Text size="xs" c="dimmed">
            <Trans>
              Request <code>{toast.requestId}</code>
            </Trans>
          </Text>
        )}
      </div>
      {toast.kind === 'busy' && next && 'run' in next && (
        <Button size="compact-sm" variant="subtle" onClick={next.run}>
          {next.label}
        </Button>
      )}
      {toast.kind !== 'busy' && (
        <div className={classes.actions}>
          {next && 'href' in next && (
            <Button
              component="a"
              size="compact-sm"
              variant="subtle"
              href={next.href}
              {...(next.href.startsWith('/')
                ? { onClick: (event: MouseEvent) => followInside(event, next.href, navigate) }
                : { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {next.label}
            </Button>
          )}
          {next && 'run' in next && (
            <Button size="compact-sm" variant="subtle" onClick={() => (onClose(), next.run())}>
              {next.label}
            </Button>
          )}
          {toast.undo && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                onClose()
                toast.undo?.()
              }}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
          <ActionIcon size="sm" aria-label={t`Close message`} onClick={onClose}>
            <IconX size={14} />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
