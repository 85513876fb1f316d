import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { httpClient } from '../../../api/http-client.ts'
import { cssVariables, theme } from '../../../ui/theme.ts'

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
  can: { write: true },
  ...fields,
})

export const aFile = (name: string, type = 'image/png', size = 10) => new File([new Uint8Array(size)], name, { type })

/** An upload that has reached the server and waits for its end. */
export type Arrived = {
  name: string
  progress: (part: number) => void
  finish: (fields?: Partial<Media>) => void
  fail: (status: number, code: ProblemCode, field?: string) => void
  cancelled: boolean
}

/** A server with a library in it, at the place where calls leave the browser. */
export function openLibrary(pictures: Media[]) {
  const arrived: Arrived[] = []
  httpClient.defaults.adapter = async (config) => {
    const [path, search] = (config.url ?? '').split('?')
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (path === '/api/session') return answer({ user: { id: crypto.randomUUID(), role: 'editor', name: 'Kim' } })
    if (config.method === 'post') return answer(await takeUpload(config))
    const q = new URLSearchParams(search).get('q')?.toLowerCase() ?? ''
    const items = pictures.filter(({ name }) => name.toLowerCase().includes(q))
    return answer({ items, total: items.length, totalIsExact: true, page: 1, pageSize: 40 })
  }

  function takeUpload(config: InternalAxiosRequestConfig): Promise<Media> {
    const file = (config.data as FormData).get('file') as File
    return new Promise((resolve, reject) => {
      const upload: Arrived = {
        name: file.name,
        cancelled: false,
        progress: (part) =>
          config.onUploadProgress?.({ loaded: part * 100, total: 100, bytes: 1, lengthComputable: true }),
        finish: (fields) => {
          const media = aPicture(file.name, fields)
          if (!media.existing) pictures.unshift(media)
          resolve(media)
        },
        fail: (status, code, field) => {
          const data = {
            code,
            status,
            title: code,
            type: '',
            requestId: 'r1',
            ...(field && { fields: [{ path: 'file', code: field, message: '' }] }),
          }
          const response = { data, status, statusText: '', headers: {}, config }
          reject(new AxiosError('failed', undefined, config, undefined, response))
        },
      }
      config.signal?.addEventListener?.('abort', () => {
        upload.cancelled = true
        reject(new CanceledError())
      })
      arrived.push(upload)
    })
  }
  return { arrived }
}

const mounted = new Set<() => void>()
afterEach(() => mounted.forEach((unmount) => unmount()))

/** Shows something with what every screen has around it; gone after the test. */
export function show(node: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          {node}
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
