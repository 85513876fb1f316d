import type { UnknownContent } from './html/read-html.ts'
import { DEFAULT_MESSAGES, type Messages } from './messages.ts'

export interface PickedImage {
  src: string
  alt?: string
  width?: number
  height?: number
  id?: string
  caption?: string
}

/** What the placeholder of an upload says and offers besides Cancel. */
export interface UploadState {
  /** Said in place of “Uploading …”. */
  note?: string | undefined
  pause?: (() => void) | undefined
  resume?: (() => void) | undefined
  /** Goes on at once instead of waiting. */
  retry?: (() => void) | undefined
}

export interface UploadOptions {
  /** Part sent so far, 0 to 1. */
  onProgress: (part: number) => void
  /** To be called when the upload waits, is paused, goes on. */
  onState: (state: UploadState) => void
  /** Aborted when the person removes the placeholder; with the reason `editor gone` when the editor goes away. */
  signal: AbortSignal
}

/** What `uploadImage` throws: the message is shown, with Retry unless trying again cannot help. */
export type UploadRefusal = Error & { again?: boolean }

export interface PickedLink {
  href: string
  /** Used as the link text when nothing is selected. */
  title?: string
  /** Written as `data-article-id`, so that the link can follow the article. */
  id?: string
}

export interface PickedAlbum {
  id: string
  title: string
  /** Address of a small picture. */
  cover?: string
  photos: number
  /** Whether readers see it now. */
  published: boolean
}

export interface EditorConfig {
  messages?: Partial<Messages>
  /** Accessible name of the text, when the default says too little. */
  label?: string
  placeholder?: string
  editable?: boolean
  /** Height below which the writing surface does not shrink, any CSS length. */
  minHeight?: string
  /** Hosts whose players may be embedded; the server has its own list. */
  embedHosts?: readonly string[]
  uploadImage?: (file: File, options: UploadOptions) => Promise<PickedImage>
  pickImage?: () => Promise<PickedImage | null>
  /** Lets the person make a new picture of a part of this one; null when they leave it. */
  cropImage?: (id: string) => Promise<PickedImage | null>
  /** Lets the person choose a kept piece of text, as HTML; null when they leave it. */
  pickSnippet?: () => Promise<string | null>
  /** Keeps this HTML for other texts; resolves once that is done or given up. @param text it without its formatting */
  saveSnippet?: (html: string, text: string) => Promise<void>
  pickLink?: () => Promise<PickedLink | null>
  /** Lets the person choose an album of photos, shown as a gallery; null when they leave it. */
  pickAlbum?: () => Promise<PickedAlbum | null>
  /** What the card of an album shows; null when it is not there for this person. */
  describeAlbum?: (id: string) => Promise<PickedAlbum | null>
  /**
   * Stores a picture of another site in the library. What it throws is shown beside the picture, which stays as it was.
   */
  takeOverImage?: (address: string, options: { signal: AbortSignal }) => Promise<PickedImage>
  /**
   * Pictures of a paste that could not be taken over: without their bytes, or left on other sites. `takeOver` takes these over
   * where `takeOverImage` is given.
   */
  onPicturesLeft?: (left: { missing: number; outside: number; hosts: string[]; takeOver?: () => void }) => void
  /** A picture of the library got this alt text in the article. */
  onAltGiven?: (id: string, alt: string) => void
  onUnknownContent?: (list: UnknownContent[]) => void
}

export interface ResolvedConfig extends EditorConfig {
  messages: Messages
}

/** Later settings win: built-in, then `editor.config.js`, then the page. */
export function resolveConfig(...layers: EditorConfig[]): ResolvedConfig {
  const messages = Object.assign({}, DEFAULT_MESSAGES, ...layers.map((layer) => layer.messages)) as Messages
  return { ...(Object.assign({}, ...layers) as EditorConfig), messages }
}
