import { type MediaUpload, mediaUploadEndpoints, UPLOAD_PIECE_MAX_BYTES } from '#contract/media-uploads.ts'
import type { Media } from '#contract/media.ts'
import { addressOf, ApiError, call, toApiError } from '../../../api/call.ts'
import { httpClient } from '../../../api/http-client.ts'

/** Small enough that a cut costs little. */
const PIECE_BYTES = Math.min(1024 * 1024, UPLOAD_PIECE_MAX_BYTES)

type SendOptions = {
  signal: AbortSignal
  /** Takes the bytes of this piece that have left. */ onProgress: (bytes: number) => void
}

/** The calls an upload in pieces is made of. All throw ApiError; a stopped call rejects with axios's own cancellation. */
export type UploadWire = {
  begin: (file: File, signal: AbortSignal) => Promise<{ id: string; offset: number }>
  /** Undefined when the server has forgotten the upload. */
  offsetOf: (id: string, signal: AbortSignal) => Promise<number | undefined>
  /** Sends the next piece and answers where the one after it begins. */
  send: (id: string, offset: number, file: File, options: SendOptions) => Promise<number>
  finish: (id: string, signal: AbortSignal) => Promise<Media>
  abandon: (id: string) => Promise<void>
}

export const uploadWire: UploadWire = {
  begin: (file, signal) =>
    call(mediaUploadEndpoints.begin, { body: { name: file.name, bytes: file.size } }, { signal }),
  async offsetOf(id, signal) {
    try {
      return (await call(mediaUploadEndpoints.view, { params: { id } }, { signal })).offset
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    }
  },
  async send(id, offset, file, { signal, onProgress }) {
    try {
      const { data } = await httpClient.request<MediaUpload>({
        method: mediaUploadEndpoints.append.method,
        url: addressOf(mediaUploadEndpoints.append, { params: { id }, query: { offset } }),
        headers: { 'Content-Type': 'application/octet-stream' },
        data: file.slice(offset, offset + PIECE_BYTES),
        signal,
        onUploadProgress: ({ loaded }) => onProgress(loaded),
      })
      return data.offset
    } catch (error) {
      const known = toApiError(error)
      // The piece had arrived, only its answer had not.
      if (known instanceof ApiError && known.code === 'wrong_offset' && known.problem?.current)
        return (known.problem.current as MediaUpload).offset
      throw known
    }
  },
  finish: (id, signal) => call(mediaUploadEndpoints.finish, { params: { id } }, { signal }),
  abandon: (id) => call(mediaUploadEndpoints.cancel, { params: { id } }),
}

/** One file on its way to take the place of another. Sent again, it goes on where it stopped. */
export class WholeUpload {
  #file: File
  #id: string | undefined

  constructor(file: File) {
    this.#file = file
  }

  /** @returns the id of the upload, complete on the server; @throws as `UploadWire` */
  async send(options: SendOptions): Promise<string> {
    const known = this.#id
    const there = known === undefined ? undefined : await uploadWire.offsetOf(known, options.signal)
    const begun =
      known !== undefined && there !== undefined
        ? { id: known, offset: there }
        : await uploadWire.begin(this.#file, options.signal)
    const { id } = begun
    this.#id = id
    for (let { offset } = begun; offset < this.#file.size;) {
      const from = offset
      offset = await uploadWire.send(id, from, this.#file, {
        ...options,
        onProgress: (bytes) => options.onProgress(from + bytes),
      })
    }
    return id
  }

  /** No one goes on with it: what the server has of it would count as under way for a day. */
  abandon(): void {
    if (this.#id !== undefined) void uploadWire.abandon(this.#id).catch(() => undefined)
    this.#id = undefined
  }
}
