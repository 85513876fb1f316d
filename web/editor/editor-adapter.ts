/**
 * What the wrapper knows of an engine. Any script under the home URL that puts this shape on `window.CopydeskEditor`
 * can stand in for ours.
 */
export interface EditorEngine {
  version: string
  getEditor: (id: string, config: EditorConfig) => LoadedEditor
}

export type EditorEvent = 'update' | 'focus' | 'blur' | 'compositionstart' | 'compositionend'

/** One editor on the page. */
export interface LoadedEditor {
  /** HTML of the article; empty text when nothing is written. */
  getContent: () => string
  /** Replaces the article without reporting a change. Keeps the undo history where it can. */
  setContent: (html: string) => void
  on: (event: EditorEvent, listener: () => void) => void
  off: (event: EditorEvent, listener: () => void) => void
  /** The element below which every change of the text shows. */
  root: HTMLElement
  /** Whether an input method (Chinese, Japanese…) is in the middle of a word. */
  isComposing: () => boolean
  focus: () => void
  destroy: () => void
  ready: Promise<void>
  words?: () => { words: number; characters: number; minutes: number }
  findText?: (text: string, matchCase?: boolean) => { from: number; to: number }[]
  setEditable?: (editable: boolean) => void
}

export interface PickedImage {
  src: string
  alt?: string
  /** Pixels. */
  width?: number
  height?: number
  /** Id of the media file, written as `data-media-id`. */
  id?: string
  caption?: string
}

export interface PickedLink {
  href: string
  /** The text of the link when no text is selected. */
  title?: string
  /** Id of the article, written as `data-article-id`. */
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

/** Content the engine kept as raw HTML, or removed because it could run or submit something. */
export interface UnknownContent {
  kind: 'kept' | 'removed'
  tag: string
  /** The first 500 characters. */
  html: string
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
  /** Takes 0 to 1. */
  onProgress: (part: number) => void
  /** An engine of an earlier version does not know it. */
  onState?: (state: UploadState) => void
  /** Aborted when the person removes the placeholder; with the reason `editor gone` when the editor goes away. */
  signal: AbortSignal
}

/** Handed to the engine as it is. Read once, when the editor is made. */
export interface EditorConfig {
  /** Texts of the engine; the wrapper gives the console's translations, and these win over them. */
  messages?: Record<string, string | ((count: number) => string)>
  /** Accessible name of the text. */
  label?: string
  placeholder?: string
  editable?: boolean
  minHeight?: string
  embedHosts?: readonly string[]
  /**
   * Stores a pasted, dropped or chosen picture. What it throws is shown, with Retry unless the error’s `again` is false.
   */
  uploadImage?: (file: File, options: UploadOptions) => Promise<PickedImage>
  /** Lets the person choose from the media library; null when they leave it. */
  pickImage?: () => Promise<PickedImage | null>
  /** Lets the person make a new picture of a part of this one; null when they leave it. */
  cropImage?: (id: string) => Promise<PickedImage | null>
  /** Lets the person choose a kept piece of text, as HTML; null when they leave it. */
  pickSnippet?: () => Promise<string | null>
  /** Keeps this HTML for other texts; resolves once that is done or given up. @param text it without its formatting */
  saveSnippet?: (html: string, text: string) => Promise<void>
  /** Lets the person choose an article to link to. */
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
  /** Called by setContent when something could not be taken in as it was. */
  onUnknownContent?: (list: UnknownContent[]) => void
}

declare global {
  interface Window {
    CopydeskEditor?: EditorEngine
  }
}
