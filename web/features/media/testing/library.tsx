import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { type ReactNode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'
import type { Request } from '#contract/endpoint.ts'
import type { Media, mediaEndpoints } from '#contract/media.ts'
import type { Role } from '#contract/permissions.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { httpClient } from '../../../api/http-client.ts'
import { clearToasts, Toasts } from '../../../ui/notify.tsx'
import { ScreenContext } from '../../../ui/screen.tsx'
import { cssVariables, theme } from '../../../ui/theme.ts'
import { uploadQueue } from '../upload/upload-queue.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const aPicture = (name: string, fields: Partial<Media> = {}): Media => ({
  id: crypto.randomUUID(),
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  alt: '',
  caption: '',
  credit: '',
  focalPoint: null,
  name,
  type: 'image/png',
  bytes: 68,
  width: 100,
  height: 80,
  url: pixel,
  thumb: pixel,
  variants: [],
  fileVersion: 1,
  capturedAt: null,
  uses: 0,
  duplicates: 0,
  can: { write: true, purge: false, needsPublisher: false },
  ...fields,
})

export const aFile = (name: string, type = 'image/png', size = 10) => new File([new Uint8Array(size)], name, { type })

/** An upload that has reached the server and waits there for what the test does with it. */
export type Arrived = {
  name: string
  /** Where its first piece began. */
  from: number
  /** Bytes that the server has. */
  offset: number
  /** How much of what is missing has left the browser; at 1 all of it arrives, and the sizes are being made. */
  progress: (part: number) => void
  /** Takes the piece that is under way. */
  take: () => void
  finish: (fields?: Partial<Media>) => void
  fail: (status: number, code: ProblemCode, field?: string, more?: object) => void
  /** The connection goes: no answer comes. */
  cut: () => void
  /** The piece arrives, its answer does not. */
  lose: () => void
  cancelled: boolean
}

/** Texts of a picture that have reached the server and wait there for what the test does with them. */
export type Edited = {
  body: Partial<Media>
  accept: () => void
  /** Someone else was first. */
  stale: (theirs: Partial<Media>) => void
  refuse: (status: number, code: ProblemCode) => void
}

type Session = { id: string; name: string; bytes: number; offset: number }
type Call = { config: InternalAxiosRequestConfig; resolve: (data: unknown) => void; reject: (error: unknown) => void }

/** A server with a library in it, at the place where calls leave the browser. */
export function openLibrary(pictures: Media[], role: Role = 'editor') {
  const arrived: Arrived[] = []
  const sessions = new Map<string, Session>()
  const calls: string[] = []
  const edits: Edited[] = []
  const replacements: {
    upload: string
    copyOf: string | undefined
    accept: () => void
    refuse: (status: number, code: ProblemCode, current?: Media) => void
  }[] = []
  const transforms: {
    body: Request<typeof mediaEndpoints.transform>['body']
    accept: (fields?: Partial<Media>) => void
    refuse: (status: number, code: ProblemCode, more?: object) => void
  }[] = []
  /** While false, no call is answered. */
  const line = { isUp: true, signedIn: true }
  const me = { id: crypto.randomUUID(), role, name: 'Kim', email: 'kim@example.org' }

  httpClient.defaults.adapter = async (config) => {
    const [path = '', search] = (config.url ?? '').split('?')
    calls.push(`${config.method} ${config.url}`)
    if (!line.isUp) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
    if (!line.signedIn && path !== '/api/session') throw problem(config, 401, 'not_signed_in')
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (path === '/api/session') return answer({ user: me })
    if (path.startsWith('/api/media/uploads')) return answer(await takeUpload(path, search, config))
    if (path === '/api/saved-views') return answer({ items: [] })
    if (path.endsWith('/replace')) return answer(await takeReplacement(path, config))
    if (path.endsWith('/transform')) return answer(await takeTransform(path, config))
    if (path.endsWith('/uses')) return answer({ items: [], total: 0 })
    const one = pictures.find(({ id }) => path === `/api/media/${id}`)
    if (one && config.method === 'patch') return answer(await takeEdit(one, config))
    if (one) return answer(one)
    const asked = new URLSearchParams(search)
    const q = asked.get('q')?.toLowerCase() ?? ''
    const found = pictures.filter(({ name }) => name.toLowerCase().includes(q))
    const [pageNumber, pageSize] = [Number(asked.get('page') ?? 1), Number(asked.get('pageSize') ?? 25)]
    const items = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    return answer({ items, total: found.length, totalIsExact: true, page: pageNumber, pageSize })
  }

  function takeReplacement(path: string, config: InternalAxiosRequestConfig) {
    const body = JSON.parse(config.data as string) as { upload: string; version: number; copyOf?: string }
    const at = pictures.findIndex(({ id }) => path === `/api/media/${id}/replace`)
    return new Promise((resolve, reject) =>
      replacements.push({
        upload: body.upload,
        copyOf: body.copyOf,
        accept: () => {
          sessions.delete(body.upload)
          resolve({
            ...pictures[at]!,
            version: body.version + 1,
            undo: { id: crypto.randomUUID(), until: '2198-01-01T00:00:00.000Z' },
          })
        },
        refuse: (status, code, current) => reject(problem(config, status, code, { ...(current && { current }) })),
      }),
    )
  }

  function takeTransform(path: string, config: InternalAxiosRequestConfig) {
    const body = JSON.parse(config.data as string) as (typeof transforms)[number]['body']
    const of = pictures.find(({ id }) => path === `/api/media/${id}/transform`)!
    const undo = { id: crypto.randomUUID(), until: '2198-01-01T00:00:00.000Z' }
    const made = body.as === 'replacement' ? { ...of, version: body.version + 1, undo } : { ...of, id: undo.id }
    return new Promise((resolve, reject) =>
      transforms.push({
        body,
        accept: (fields) => {
          const at = pictures.findIndex(({ id }) => id === made.id)
          if (at >= 0) pictures[at] = { ...pictures[at]!, ...fields, version: made.version }
          else pictures.unshift({ ...made, ...fields })
          resolve({ ...made, ...fields })
        },
        refuse: (status, code, more) => reject(problem(config, status, code, more)),
      }),
    )
  }

  function takeEdit(before: Media, config: InternalAxiosRequestConfig): Promise<Media> {
    const body = JSON.parse(config.data as string) as Partial<Media>
    const store = (fields: Partial<Media>) => {
      const at = pictures.findIndex(({ id }) => id === before.id)
      return (pictures[at] = { ...pictures[at]!, ...fields, version: pictures[at]!.version + 1 })
    }
    return new Promise((resolve, reject) =>
      edits.push({
        body,
        accept: () => resolve(store(body)),
        stale: (theirs) => reject(problem(config, 409, 'stale_version', { current: store(theirs), changedBy: 'Ann' })),
        refuse: (status, code) => reject(problem(config, status, code)),
      }),
    )
  }

  function takeUpload(path: string, search: string | undefined, config: InternalAxiosRequestConfig): Promise<unknown> {
    if (path === '/api/media/uploads') {
      const { name, bytes } = JSON.parse(config.data as string) as Session
      const session = { id: crypto.randomUUID(), name, bytes, offset: 0 }
      sessions.set(session.id, session)
      return Promise.resolve(session)
    }
    const id = path.split('/')[4] ?? ''
    const session = sessions.get(id)
    if (!session) return Promise.reject(problem(config, 404, 'not_found'))
    if (config.method === 'delete') sessions.delete(id)
    if (config.method !== 'patch' && config.method !== 'post') return Promise.resolve(session)
    if (config.method === 'patch' && Number(new URLSearchParams(search).get('offset')) !== session.offset)
      return Promise.reject(problem(config, 409, 'wrong_offset', { current: session }))
    return new Promise((resolve, reject) => wait(session, { config, resolve, reject }))
  }

  const waiting = new Map<string, { upload: Arrived; meet: (call: Call) => void }>()
  function wait(session: Session, call: Call) {
    const known = waiting.get(session.id)
    if (known) return known.meet(call)
    let pending: Call | undefined
    let verdict: ((call: Call) => void) | undefined
    let isAllTaken = false
    const respond = (end: (call: Call) => void) => {
      if (pending) end(pending)
      else verdict = end
      pending = undefined
    }
    const over = (end: (call: Call) => void) => {
      waiting.delete(session.id)
      respond(end)
    }
    const accept = ({ config, resolve }: Call) => {
      session.offset += (config.data as Blob).size
      upload.offset = session.offset
      resolve({ ...session })
    }
    const upload: Arrived = {
      name: session.name,
      from: session.offset,
      offset: session.offset,
      cancelled: false,
      progress: (part) => {
        const size = (pending?.config.data as Blob | undefined)?.size ?? 0
        pending?.config.onUploadProgress?.({ loaded: part * size, total: size, bytes: 1, lengthComputable: true })
        isAllTaken = part >= 1
        if (isAllTaken) respond(accept)
      },
      take: () => respond(accept),
      finish: (fields) => {
        isAllTaken = true
        const media = aPicture(session.name, fields)
        const end = ({ resolve }: Call) => {
          sessions.delete(session.id)
          waiting.delete(session.id)
          if (!media.existing) pictures.unshift(media)
          resolve(media)
        }
        if (pending?.config.method === 'patch') respond(accept)
        respond(end)
      },
      fail: (status, code, field, more = {}) =>
        over(({ config, reject }) =>
          reject(
            problem(config, status, code, {
              ...more,
              ...(field && { fields: [{ path: 'file', code: field, message: '' }] }),
            }),
          ),
        ),
      lose: () =>
        over(({ config, reject }) => {
          session.offset += (config.data as Blob).size
          reject(new AxiosError('Network Error', AxiosError.ERR_NETWORK, config))
        }),
      cut: () => over(({ config, reject }) => reject(new AxiosError('Network Error', AxiosError.ERR_NETWORK, config))),
    }
    const meet = (next: Call) => {
      next.config.signal?.addEventListener?.('abort', () => {
        upload.cancelled = true
        waiting.delete(session.id)
        next.reject(new CanceledError())
      })
      if (next.config.method === 'patch' && isAllTaken) return accept(next)
      pending = next
      if (verdict) {
        const end = verdict
        verdict = undefined
        respond(end)
      }
    }
    waiting.set(session.id, { upload, meet })
    arrived.push(upload)
    meet(call)
  }

  return { arrived, edits, replacements, transforms, sessions, calls, line, me }
}

/** What a call is rejected with that the server refuses. */
export function problem(config: InternalAxiosRequestConfig, status: number, code: ProblemCode, more: object = {}) {
  const data = { code, status, title: code, type: '', requestId: 'r1', ...more }
  return new AxiosError('failed', undefined, config, undefined, { data, status, statusText: '', headers: {}, config })
}

const mounted = new Set<() => void>()
afterEach(() => {
  mounted.forEach((unmount) => unmount())
  uploadQueue.reset()
  clearToasts()
})

/** The place of a screen, whose address is its own. */
function Screen({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState('')
  const screen = useMemo(
    () => ({
      path: '/jCore/media',
      search,
      params: {},
      navigate: (to: string) => setSearch(to.slice(Math.max(0, to.indexOf('?')))),
    }),
    [search],
  )
  return <ScreenContext value={screen}>{children}</ScreenContext>
}

/** Shows something with what every screen has around it; gone after the test, or when the answered function is called. */
export function show(node: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Screen>{node}</Screen>
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const unmount = () => {
    root.unmount()
    host.remove()
    mounted.delete(unmount)
  }
  mounted.add(unmount)
  return unmount
}

/** Drops or pastes files, as a person's file manager or clipboard would. */
export function handOver(target: Element, kind: 'drop' | 'paste', files: File[]) {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  const given = { bubbles: true, cancelable: true }
  const event =
    kind === 'drop'
      ? new DragEvent('drop', { ...given, dataTransfer: transfer })
      : new ClipboardEvent('paste', { ...given, clipboardData: transfer })
  target.dispatchEvent(event)
  return event
}
