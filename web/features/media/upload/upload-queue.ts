import { CanceledError, isCancel } from 'axios'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { type UploadWire, uploadWire } from './upload-api.ts'
import { forgetUpload, forgetUploads, keepUpload, type StoredUpload, storedUploads } from './upload-memory.ts'
import { checkFile, passesByItself } from './upload-problem.ts'

const AT_ONCE = 2
const WAIT_FIRST_MS = 1_000
const WAIT_MOST_MS = 30_000

/**
 * `cut`: no answer; it goes on by itself. `processing`: all is sent, the server makes the sizes. `existing`: the library
 * had the very picture already.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'cut' | 'processing' | 'failed' | 'done' | 'existing'

export type Upload = {
  key: number
  file: File
  /** Address of the file in this browser, for a preview. */
  preview: string
  /** Who shows it: the picker it was given to; undefined: the panel of all screens. */
  place: string | undefined
  state: UploadState
  /** Bytes that have left. */
  sent: number
  error?: unknown
  /** The stored picture. */
  media?: Media
}

export const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'processing'
export const isOver = ({ state }: Upload) => state === 'done' || state === 'existing'
/** Leaving the tab would lose these. */
export const isUnfinished = (upload: Upload) => !isOver(upload) && upload.state !== 'failed'

type Snapshot = { uploads: readonly Upload[]; interrupted: readonly StoredUpload[] }
type OnDone = (media: Media, upload: Upload) => void

/**
 * Uploads files a few at a time, a piece after the other. It is independent of the screens: leaving one stops nothing. A
 * lost connection is waited for; what the server has is never sent twice.
 */
export class UploadQueue {
  #wire: UploadWire
  #snapshot: Snapshot = { uploads: [], interrupted: storedUploads() }
  #lastKey = 0
  /** Id of the upload on the server. */
  #sessions = new Map<number, string>()
  #running = new Map<number, AbortController>()
  #cuts = new Map<number, number>()
  #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #listeners = new Set<() => void>()
  #onDone = new Set<OnDone>()

  constructor(wire: UploadWire) {
    this.#wire = wire
    window.addEventListener('online', () => this.#uncut())
  }

  snapshot = (): Snapshot => this.#snapshot

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Hears of every picture that arrives in the library. */
  onDone = (listener: OnDone) => {
    this.#onDone.add(listener)
    return () => void this.#onDone.delete(listener)
  }

  /** @returns the keys of the uploads, in the order of the files */
  add = (files: readonly File[], place?: string): number[] => {
    const added = files.map((file): Upload => {
      const error = checkFile(file)
      return {
        key: ++this.#lastKey,
        file,
        preview: URL.createObjectURL(file),
        place,
        sent: 0,
        state: error ? 'failed' : 'waiting',
        ...(error && { error }),
      }
    })
    for (const { key, file } of added) {
      const kept = this.#snapshot.interrupted.find(({ name, size, at }) => isSameFile(file, name, size, at))
      if (kept) this.#sessions.set(key, kept.id)
      if (kept) this.#set({ interrupted: this.#snapshot.interrupted.filter((one) => one !== kept) })
    }
    this.#set({ uploads: [...this.#snapshot.uploads, ...added] })
    this.#next()
    return added.map(({ key }) => key)
  }

  pause = (key: number): void => {
    const upload = this.#find(key)
    if (!upload || !['waiting', 'sending', 'cut'].includes(upload.state)) return
    this.#patch(key, { state: 'paused' })
    this.#stop(key)
    this.#next()
  }

  /** Goes on with what is paused, cut or failed. */
  resume = (key: number): void => {
    const upload = this.#find(key)
    if (!upload || !['paused', 'cut', 'failed'].includes(upload.state) || checkFile(upload.file)) return
    this.#stop(key)
    this.#cuts.delete(key)
    this.#patch(key, { state: 'waiting', error: undefined })
    this.#next()
  }

  pauseAll = (): void => this.#snapshot.uploads.forEach(({ key }) => this.pause(key))
  resumeAll = (): void =>
    this.#snapshot.uploads.forEach(({ key, state }) => {
      if (state === 'paused' || state === 'cut') this.resume(key)
    })

  /** Stops it if it runs, and takes it off the list. */
  remove = (key: number): void => {
    const upload = this.#find(key)
    if (!upload) return
    this.#stop(key)
    const session = this.#sessions.get(key)
    if (session) this.#abandon(session)
    this.#drop((one) => one.key === key)
    this.#next()
  }

  clearFinished = (): void => this.#drop(isOver)

  /**
   * Who showed it is gone: what is over leaves, what is not is shown by the panel of all screens.
   * @param which the place, or the key of a single upload
   */
  release = (which: string | number): void => {
    const isMeant = ({ key, place }: Upload) => key === which || place === which
    this.#drop((upload) => isMeant(upload) && isOver(upload))
    this.#set({ uploads: this.#snapshot.uploads.map((one) => (isMeant(one) ? { ...one, place: undefined } : one)) })
  }

  /**
   * Resolves with the picture when the upload has arrived; rejects with what it failed with, or a cancellation when it
   * left the list.
   * @param onChange hears of the upload now and whenever it changes
   */
  arrival = (key: number, onChange: (upload: Upload) => void): Promise<Media> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const upload = this.#find(key)
        if (upload && isOver(upload) && upload.media) resolve(upload.media)
        else if (upload?.state === 'failed') reject(upload.error as Error)
        else if (upload) return onChange(upload)
        else reject(new CanceledError())
        stop()
      }
      const stop = this.subscribe(look)
      look()
    })

  /** Gives up what a reload left half sent. */
  forgetInterrupted = (id: string): void => {
    this.#abandon(id)
    this.#set({ interrupted: this.#snapshot.interrupted.filter((one) => one.id !== id) })
  }

  /** Signed out: the next person must not find, or send, anything of this one. */
  reset = (): void => {
    for (const { key } of this.#snapshot.uploads) this.#stop(key)
    this.#drop(() => true)
    this.#sessions.clear()
    forgetUploads()
    this.#set({ interrupted: [] })
  }

  #next() {
    for (const upload of this.#snapshot.uploads) {
      if (this.#running.size >= AT_ONCE) return
      if (upload.state === 'waiting' && !this.#running.has(upload.key)) void this.#run(upload)
    }
  }

  async #run({ key, file }: Upload) {
    const controller = new AbortController()
    const { signal } = controller
    const stopped = () => this.#running.get(key) !== controller
    this.#running.set(key, controller)
    this.#patch(key, { state: 'sending' })
    try {
      let { id, offset } = await this.#open(key, file, signal)
      this.#patch(key, { sent: offset })
      while (offset < file.size) {
        const from = offset
        offset = await this.#wire.send(id, from, file, {
          signal,
          onProgress: (bytes) => stopped() || this.#patch(key, { sent: Math.min(file.size, from + bytes) }),
        })
        this.#cuts.delete(key)
        this.#patch(key, { sent: offset })
      }
      this.#patch(key, { state: 'processing' })
      const media = await this.#wire.finish(id, signal)
      this.#sessions.delete(key)
      forgetUpload(id)
      this.#patch(key, { state: media.existing ? 'existing' : 'done', media })
      const upload = this.#find(key)
      if (upload) for (const tell of this.#onDone) tell(media, upload)
    } catch (error) {
      if (stopped() || isCancel(error)) return
      if (passesByItself(error)) this.#cut(key, error)
      else {
        // Bytes that were refused are not worth keeping; a second try begins with the first of them.
        const session = this.#sessions.get(key)
        if (session && error instanceof ApiError && error.problem && error.problem.status < 500) {
          this.#sessions.delete(key)
          this.#abandon(session)
        }
        this.#patch(key, { state: 'failed', error })
      }
    } finally {
      if (!stopped()) this.#running.delete(key)
      this.#next()
    }
  }

  /** Where to go on: what the server has of this file, or a new upload. */
  async #open(key: number, file: File, signal: AbortSignal): Promise<{ id: string; offset: number }> {
    const known = this.#sessions.get(key)
    if (known) {
      const offset = await this.#wire.offsetOf(known, signal)
      if (offset !== undefined) return { id: known, offset }
      forgetUpload(known)
      this.#sessions.delete(key)
    }
    const begun = await this.#wire.begin(file, signal)
    this.#sessions.set(key, begun.id)
    keepUpload({ id: begun.id, name: file.name, size: file.size, at: file.lastModified })
    return begun
  }

  #cut(key: number, error: unknown) {
    const cuts = (this.#cuts.get(key) ?? 0) + 1
    this.#cuts.set(key, cuts)
    this.#patch(key, { state: 'cut', error })
    const asked = error instanceof ApiError ? error.problem?.retryAfter : undefined
    const wait = asked ? asked * 1_000 : Math.min(WAIT_MOST_MS, WAIT_FIRST_MS * 2 ** (cuts - 1))
    this.#timers.set(
      key,
      setTimeout(() => this.#again(key), wait),
    )
  }

  #again(key: number) {
    this.#timers.delete(key)
    if (this.#find(key)?.state !== 'cut') return
    this.#patch(key, { state: 'waiting' })
    this.#next()
  }

  #uncut() {
    for (const { key, state } of this.#snapshot.uploads) {
      if (state !== 'cut') continue
      clearTimeout(this.#timers.get(key))
      this.#cuts.delete(key)
      this.#again(key)
    }
  }

  #stop(key: number) {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const controller = this.#running.get(key)
    this.#running.delete(key)
    controller?.abort()
  }

  #abandon(session: string) {
    forgetUpload(session)
    // The server deletes abandoned uploads itself.
    void this.#wire.abandon(session).catch(() => undefined)
  }

  #find = (key: number) => this.#snapshot.uploads.find((upload) => upload.key === key)

  #patch(key: number, change: Partial<Upload>) {
    this.#set({
      uploads: this.#snapshot.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
    })
  }

  #drop(gone: (upload: Upload) => boolean) {
    for (const upload of this.#snapshot.uploads.filter(gone)) {
      URL.revokeObjectURL(upload.preview)
      this.#sessions.delete(upload.key)
      this.#cuts.delete(upload.key)
    }
    this.#set({ uploads: this.#snapshot.uploads.filter((upload) => !gone(upload)) })
  }

  #set(change: Partial<Snapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const tell of this.#listeners) tell()
  }
}

const isSameFile = (file: File, name: string, size: number, at: number) =>
  file.name === name && file.size === size && file.lastModified === at

/** The one queue of this tab. */
export const uploadQueue = new UploadQueue(uploadWire)
