import { Extension, type Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { PickedImage, ResolvedConfig, UploadRefusal, UploadState } from './config.ts'
import { showWhole } from './keep-in-sight.ts'
import { imageAttributes, setPicture } from './library-picture.ts'
import { fill } from './messages.ts'
import { copiesOf } from './html/local-pictures.ts'
import { pictureAttributes, takeDataImages, type OutsideImage } from './pasted-images.ts'
import { endOfText } from './schema/footnotes.ts'
import type { Kept } from './schema/kept-attributes.ts'
import type { MissingAttributes } from './schema/missing-picture.ts'
import { takeOver } from './take-over.ts'
import { element, textButton } from './ui/element.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const key = new PluginKey<DecorationSet>('copydeskUploads')

interface Placeholder {
  id: string
  order: number
  pos: number
  dom: HTMLElement
}

/** A picture that arrived, and where it was put. */
interface Change {
  add?: Placeholder[]
  /** What is not shown while its picture is on its way. */
  hide?: { id: string; from: number; to: number }
  remove?: string
  placedAt?: number
}

let begun = 0

const copies = new WeakMap<EditorView, File[]>()

/** The pictures that came beside what is being pasted or dropped. */
export const pastedCopies = (view: EditorView): readonly File[] => copies.get(view) ?? []

export const imageFilesOf = (transfer: DataTransfer | null): File[] =>
  [...(transfer?.files ?? [])].filter((file) => file.type.startsWith('image/'))

/**
 * Uploads pictures. While one is on its way a placeholder is in its place: a decoration, so that it is never part
 * of the article, of what is saved, or of the undo history.
 */
export const ImageUploads = Extension.create<{ config: ResolvedConfig }>({
  name: 'imageUploads',
  addStorage: () => ({ running: new Set<AbortController>() }),
  onDestroy() {
    for (const upload of this.storage.running as Set<AbortController>) upload.abort('editor gone')
  },
  addProseMirrorPlugins() {
    const { editor } = this
    const { config } = this.options
    const running = this.storage.running as Set<AbortController>
    const start = (files: File[], pos: number) => {
      for (const file of files) uploadFile(editor, config, running, file, pos)
      return files.length > 0
    }
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, old) => {
            const mapped = old.map(tr.mapping, tr.doc)
            const change = tr.getMeta(key) as Change | undefined
            if (change?.add) return mapped.add(tr.doc, [...change.add.map(widget), ...hiding(change.hide)])
            if (!change?.remove) return mapped
            const isOf = (spec: Record<string, unknown>) => [spec.id, spec.hiddenBy].includes(change.remove)
            const rest = mapped.remove(mapped.find(undefined, undefined, isOf))
            const { placedAt } = change
            return placedAt === undefined ? rest : keepBefore(tr.doc, old, rest, change.remove, placedAt)
          },
        },
        appendTransaction: (transactions, before, state) => {
          const taken = takeDataImages(transactions, before, state, config.messages.image, pastedCopies(editor.view))
          if (!taken) return null
          queueMicrotask(() => tellLeft(editor, config, taken))
          if (!taken.tr.docChanged) return null
          const uploads = taken.images.map(({ pos, file, known }) => {
            const { send, ...placeholder } = createUpload(editor, config, running, file, known)
            queueMicrotask(() => void send())
            return { ...placeholder, pos }
          })
          return taken.tr.setMeta(key, { add: uploads })
        },
        props: {
          decorations: (state) => key.getState(state),
          handleDOMEvents: {
            paste: (view, { clipboardData }) => void copies.set(view, copiesOf(clipboardData)),
            drop: (view, { dataTransfer }) => void copies.set(view, copiesOf(dataTransfer)),
          },
          handlePaste: (view, event) => {
            // Word puts a picture of the text beside the text: the text is what the person meant.
            if (/<p|<img[^>]*\bsrc\s*=\s*["']?file:/i.test(event.clipboardData?.getData('text/html') ?? ''))
              return false
            return start(imageFilesOf(event.clipboardData), view.state.selection.to)
          },
          handleDrop: (view, event) => {
            // What is no picture is refused in words: the browser would leave the page for it.
            const files = [...(event.dataTransfer?.files ?? [])]
            if (files.length === 0) return false
            event.preventDefault()
            return start(
              files,
              view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to,
            )
          },
        },
      }),
    ]
  },
})

/** Says once for each paste which pictures could not be taken over, and offers to take over those of other sites. */
function tellLeft(
  editor: Editor,
  config: ResolvedConfig,
  { missing, outside }: { missing: number; outside: OutsideImage[] },
) {
  if (missing + outside.length === 0) return
  const hosts = [...new Set(outside.map(({ host }) => host))]
  const all = () => takeOver(editor, config, new Set(outside.map(({ src }) => src)))
  const offersAll = outside.length > 0 && config.takeOverImage
  config.onPicturesLeft?.({ missing, outside: outside.length, hosts, ...(offersAll && { takeOver: all }) })
}

const widget = ({ pos, id, order, dom }: Placeholder) =>
  Decoration.widget(pos, dom, {
    id,
    order,
    dom,
    key: id,
    side: order,
    ignoreSelection: true,
    // Enter on one of its buttons is theirs, not a new line.
    stopEvent: () => true,
  })

const hiding = (hide: Change['hide']) =>
  hide ? [Decoration.node(hide.from, hide.to, { class: 'is-replaced' }, { hiddenBy: hide.id })] : []

/** Files given together keep their order: what began earlier in the same place stays before the picture that is there first. */
function keepBefore(doc: Node, old: DecorationSet, rest: DecorationSet, moved: string, pos: number): DecorationSet {
  const [own] = old.find(undefined, undefined, (spec) => spec.id === moved)
  if (!own) return rest
  const earlier = old
    .find(own.from, own.from)
    .map(({ spec }) => spec as Placeholder)
    .filter(({ order }) => order < (own.spec as Placeholder).order)
  const ids = new Set(earlier.map(({ id }) => id))
  return rest.remove(rest.find(undefined, undefined, (spec) => ids.has(spec.id as string))).add(
    doc,
    earlier.map(({ id, order, dom }) => widget({ id, order, dom, pos })),
  )
}

/** Uploads files chosen with a button and puts them where the cursor is. */
export function uploadFiles(editor: Editor, config: ResolvedConfig, files: Iterable<File>) {
  const { running } = (editor.storage as unknown as Record<string, { running: Set<AbortController> }>).imageUploads!
  for (const file of files) uploadFile(editor, config, running, file, editor.state.selection.to)
}

function blockBoundary(doc: Node, pos: number): number {
  const $pos = doc.resolve(pos)
  return Math.min($pos.depth === 0 ? pos : $pos.after(1), endOfText(doc))
}

/**
 * Uploads a file in place of the picture at this position, which stays until the new one has arrived. The place of a missing
 * one is not shown meanwhile.
 */
export function uploadInPlaceOf(editor: Editor, config: ResolvedConfig, file: File, pos: number) {
  const { running } = (editor.storage as unknown as Record<string, { running: Set<AbortController> }>).imageUploads!
  const node = editor.state.doc.nodeAt(pos)
  if (!node) return
  const end = pos + node.nodeSize
  const old = pictureAttributes(node)
  if (old)
    uploadFile(editor, config, running, file, end, {
      known: { alt: old.alt ?? '' },
      replaces: (other) => pictureAttributes(other)?.src === old.src,
    })
  else if (node.type.name === 'missingPicture')
    uploadFile(editor, config, running, file, end, {
      known: node.attrs as MissingAttributes,
      replaces: (other) => other.hasMarkup(node.type, node.attrs),
      hides: { from: pos, to: end },
    })
}

function uploadFile(
  editor: Editor,
  config: ResolvedConfig,
  running: Set<AbortController>,
  file: File,
  pos: number,
  { known, replaces, hides }: { known?: Known; replaces?: IsReplaced; hides?: { from: number; to: number } } = {},
) {
  const { send, ...placeholder } = createUpload(editor, config, running, file, known, replaces)
  // The place of a missing picture may be deep inside; its placeholder is right behind it.
  const add = [{ ...placeholder, pos: hides ? pos : blockBoundary(editor.state.doc, pos) }]
  const hide = hides && { ...hides, id: placeholder.id }
  editor.view.dispatch(editor.state.tr.setMeta(key, { add, ...(hide && { hide }) } satisfies Change))
  if (isWrittenAt(editor, add[0]!.pos)) showWhole(placeholder.dom)
  void send()
}

/** Whether the cursor is in the block that ends here. */
const isWrittenAt = ({ state, view }: Editor, end: number) =>
  view.hasFocus() && blockBoundary(state.doc, state.selection.to) === end

type IsReplaced = (node: Node) => boolean
type Known = Pick<PickedImage, 'alt' | 'caption'>

/**
 * The placeholder of one upload, and how to begin. `known` is what the pasted HTML said of the picture; `replaces` tells the
 * picture whose place it takes.
 */
function createUpload(
  editor: Editor,
  config: ResolvedConfig,
  running: Set<AbortController>,
  file: File,
  known: Known = {},
  replaces?: IsReplaced,
) {
  const { messages } = config
  const { name } = file
  const id = crypto.randomUUID()
  const order = ++begun
  const bar = element('progress', {
    max: 1,
    value: 0,
    'aria-label': fill(messages.imageUploading, { name }),
  })
  const text = element('span')
  const actions = element('span', { class: 'cde-upload-actions' })
  const dom = element('div', { class: 'cde-card cde-upload', contenteditable: 'false' }, text, bar, actions)
  let abort = new AbortController()

  const say = (note: string, offered: Record<string, (() => void) | undefined>) => {
    text.textContent = note
    const buttons = Object.entries(offered).flatMap(([label, run]) => (run ? [textButton(label, run)] : []))
    const hadFocus = actions.contains(document.activeElement)
    actions.replaceChildren(...buttons)
    if (hadFocus) buttons[0]?.focus()
  }
  /** Takes the placeholder away; the keyboard, if it was there, goes on in the text. */
  const leave = (change: Change, tr = editor.state.tr) => {
    running.delete(abort)
    const hadFocus = dom.contains(document.activeElement)
    editor.view.dispatch(tr.setMeta(key, change))
    if (hadFocus) editor.view.focus()
  }
  const remove = () => {
    abort.abort()
    if (!editor.isDestroyed) leave({ remove: id })
  }
  const fail = (message: string, again: boolean) => {
    dom.classList.add('is-failed')
    bar.hidden = true
    // Only this is read out by itself: a hundred that go well would be.
    text.setAttribute('role', 'alert')
    say(message, { [messages.retry]: again ? () => void send() : undefined, [messages.remove]: remove })
  }
  const showState = ({ note, pause, resume, retry }: UploadState) =>
    say(note ?? fill(messages.imageUploading, { name }), {
      [messages.pause]: pause,
      [messages.resume]: resume,
      [messages.retry]: retry,
      [messages.cancel]: remove,
    })
  const place = (image: PickedImage) => {
    const [placeholder] = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
    if (!placeholder) return
    const caption = known.caption || image.caption
    const attributes = imageAttributes({ ...image, alt: known.alt || image.alt })
    const node = editor.schema.nodes.imageFigure!.create(
      { image: attributes },
      caption ? [editor.schema.text(caption)] : [],
    )
    const replaced = replaces && replacePicture(editor.state.tr, replaces, placeholder.from, attributes, node)
    if (replaced) return leave({ remove: id }, replaced)
    const { tr } = editor.state
    const before = tr.doc.resolve(placeholder.from).nodeBefore
    const isEmptyLine = before?.type.name === 'paragraph' && before.childCount === 0
    const placedAt = isEmptyLine ? placeholder.from - before.nodeSize : placeholder.from
    const isAwaited = isWrittenAt(editor, placeholder.from)
    const tookCursor = isEmptyLine && tr.selection.from > placedAt && tr.selection.to < placeholder.from
    tr.replaceRangeWith(placedAt, placeholder.from, node)
    // In its caption, and not in front of the next paragraph.
    if (tookCursor) tr.setSelection(TextSelection.near(tr.doc.resolve(placedAt + 1)))
    leave({ remove: id, placedAt }, tr)
    const figure = isAwaited && editor.view.nodeDOM(placedAt)
    if (figure instanceof HTMLElement) showWhole(figure)
  }
  const send = async () => {
    dom.classList.remove('is-failed')
    text.removeAttribute('role')
    bar.hidden = false
    bar.value = 0
    showState({})
    if (!config.uploadImage) return fail(messages.imageNoUpload, false)
    if (!TYPES.includes(file.type)) return fail(fill(messages.imageTypeRefused, { name }), false)
    running.delete(abort)
    abort = new AbortController()
    // Also after a failure, until it is tried again or removed: whoever uploads may still hold the file.
    running.add(abort)
    const { signal } = abort
    const isOver = () => signal.aborted || editor.isDestroyed
    const onProgress = (part: number) => {
      bar.value = part
    }
    const onState = (state: UploadState) => isOver() || showState(state)
    try {
      const image = await config.uploadImage(file, { onProgress, onState, signal })
      if (!isOver()) place(image)
    } catch (error) {
      const reason = error instanceof Error ? ` ${error.message}` : ''
      const again = (error as UploadRefusal | undefined)?.again !== false
      if (!isOver()) fail(fill(messages.imageFailed, { name }) + reason, again)
    }
  }
  return { id, order, dom, send }
}

/** Puts a picture where the nearest one of these is; null when that was removed meanwhile. */
function replacePicture(
  tr: Transaction,
  isReplaced: IsReplaced,
  near: number,
  attributes: Kept,
  figure: Node,
): Transaction | null {
  const places: { pos: number; node: Node }[] = []
  tr.doc.descendants((node, pos) => {
    if (isReplaced(node)) places.push({ pos, node })
  })
  const [nearest] = places.toSorted((a, b) => Math.abs(a.pos - near) - Math.abs(b.pos - near))
  if (!nearest) return null
  const { pos, node } = nearest
  return node.type.name === 'missingPicture'
    ? tr.replaceWith(pos, pos + node.nodeSize, figure)
    : setPicture(tr, pos, node, attributes)
}

/** Asks for pictures on the person's computer. */
export function chooseFiles(editor: Editor, multiple: boolean, take: (files: File[]) => void) {
  const input = element('input', { type: 'file', accept: TYPES.join(), multiple, hidden: true })
  editor.view.dom.parentElement?.append(input)
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    input.remove()
    take(files)
  })
  input.addEventListener('cancel', () => input.remove())
  input.click()
}
