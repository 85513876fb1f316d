import { Extension, type Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { PickedImage, ResolvedConfig } from './config.ts'
import { imageAttributes, setPicture } from './library-picture.ts'
import { outsideHost, pictureAttributes } from './pasted-images.ts'

/** How many are fetched at the same time. */
const AT_ONCE = 3

/** Of the pictures of one address: on their way, or why they were not taken over. */
export type TakingOver = 'running' | { failed: string }

interface TakeOverStorage {
  states: Map<string, TakingOver>
  waiting: string[]
  running: number
  listeners: Set<() => void>
  gone: AbortController
}

/** Keeps which pictures of other sites are being taken over. It outlives their cards, which are drawn again at every change. */
export const TakeOver = Extension.create<object, TakeOverStorage>({
  name: 'takeOver',
  addStorage: () => ({
    states: new Map(),
    waiting: [],
    running: 0,
    listeners: new Set(),
    gone: new AbortController(),
  }),
  onDestroy() {
    this.storage.waiting.length = 0
    this.storage.gone.abort('editor gone')
  },
})

const storageOf = (editor: Editor) => (editor.storage as unknown as { takeOver: TakeOverStorage }).takeOver

export const takingOver = (editor: Editor, src: string): TakingOver | undefined => storageOf(editor).states.get(src)

/** Calls back after every change of a state. @returns what ends it */
export function watchTakeOver(editor: Editor, listener: () => void): () => void {
  const { listeners } = storageOf(editor)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const addressesIn = new WeakMap<Node, readonly string[]>()

/** The addresses of all pictures of other sites in a text, each once. */
export function outsideAddresses(doc: Node): readonly string[] {
  const known = addressesIn.get(doc)
  if (known) return known
  const found = new Set<string>()
  doc.descendants((node) => {
    const src = outsideHost(node) === null ? undefined : pictureAttributes(node)?.src
    if (src) found.add(src)
  })
  const addresses = [...found]
  addressesIn.set(doc, addresses)
  return addresses
}

/** Has the pictures of these addresses stored in the library, and shows them from there. */
export function takeOver(editor: Editor, config: ResolvedConfig, addresses: Iterable<string>): void {
  if (editor.isDestroyed || !config.takeOverImage) return
  const storage = storageOf(editor)
  const { states, waiting, gone } = storage
  const tell = () => {
    for (const listener of storage.listeners) listener()
  }
  for (const src of addresses) {
    if (states.get(src) === 'running') continue
    states.set(src, 'running')
    waiting.push(src)
  }
  tell()
  const fetchNext = async (): Promise<void> => {
    const src = storage.running < AT_ONCE ? waiting.shift() : undefined
    if (src === undefined) return
    storage.running++
    try {
      const image = await config.takeOverImage!(new URL(src, location.href).href, { signal: gone.signal })
      states.delete(src)
      if (!editor.isDestroyed) showFromLibrary(editor, src, image)
    } catch (error) {
      states.set(src, { failed: error instanceof Error ? error.message : '' })
    }
    storage.running--
    if (!gone.signal.aborted) tell()
    return fetchNext()
  }
  for (let worker = 0; worker < AT_ONCE; worker++) void fetchNext()
}

/** All pictures of this address, in one step of the undo history. Alt texts and captions that are there stay. */
function showFromLibrary(editor: Editor, src: string, image: PickedImage) {
  const { tr, doc, schema } = editor.state
  doc.descendants((node, at) => {
    const old = pictureAttributes(node)
    if (old?.src !== src || !outsideHost(node)) return
    const pos = tr.mapping.map(at)
    setPicture(tr, pos, node, imageAttributes({ ...image, alt: old.alt || image.alt || '' }))
    const needsCaption = node.type.name === 'imageFigure' && node.childCount === 0
    if (needsCaption && image.caption) tr.insert(pos + 1, schema.text(image.caption))
  })
  if (tr.docChanged) editor.view.dispatch(closeHistory(tr))
}
