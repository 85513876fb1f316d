import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice } from '@tiptap/pm/model'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { resolveConfig, type ResolvedConfig } from './config.ts'
import { playerOfPage } from './embed-hosts.ts'
import { htmlOfMarkdown } from './html/markdown.ts'
import { htmlOfBlocks } from './html/wordpress-blocks.ts'
import { playerAttributes } from './schema/media.ts'

/** Where HTML on the clipboard shows the source of a text in colours. */
const SOURCE = /"mode":\s*"(?:markdown|plaintext)"/

/**
 * Text that says more than its letters is pasted as what it means: Markdown, the code of WordPress' blocks, and on an empty line the
 * address of a video. Undo gives the text as it was on the clipboard, an address as a link; pasting without formatting
 * (Ctrl+Shift+V) gives it from the start.
 */
export const PastedText = Extension.create<{ config: ResolvedConfig }>({
  name: 'pastedText',
  // Before those who make a block of code of what comes from a program for code.
  priority: 1000,
  addOptions: () => ({ config: resolveConfig() }),
  addProseMirrorPlugins() {
    const { config } = this.options
    let asPlain = false
    let isReading = false
    let pasted = ''
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            paste: (_view, { clipboardData }) => {
              asPlain = false
              pasted = clipboardData?.getData('text/plain') ?? ''
            },
            drop: () => void (pasted = ''),
          },
          transformPasted: (slice) => withSpaces(slice, pasted),
          clipboardTextParser: (_text, _context, plain) => {
            asPlain = plain
            // No slice of its own: it is read as every text.
            return undefined as never
          },
          handlePaste(view, { clipboardData }, slice) {
            if (isReading || asPlain || !clipboardData) return false
            if (view.state.selection.$from.parent.type.spec.code) return false
            const text = clipboardData.getData('text/plain')
            if (pasteEmbed(view, slice, text.trim(), config)) return true
            const isSource = SOURCE.test(clipboardData.getData('vscode-editor-data'))
            if (clipboardData.getData('text/html') && !isSource) return false
            const html = htmlOfBlocks(text, config.embedHosts) ?? htmlOfMarkdown(text)
            if (html === undefined) return false
            isReading = true
            try {
              insertText(view, text)
              view.pasteHTML(html)
            } finally {
              isReading = false
            }
            return true
          },
        },
      }),
    ]
  },
})

/** An address alone on an empty line is the video that is there, unless the line is part of a list or a table. */
function pasteEmbed(view: EditorView, slice: Slice, address: string, config: ResolvedConfig): boolean {
  const { selection, schema } = view.state
  const { $from } = selection
  const player = /^\S+$/.test(address) ? playerOfPage(address, config.embedHosts) : null
  const isEmptyLine = selection.empty && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0
  // A link that shows other words is meant as one.
  const isAlone = slice.content.textBetween(0, slice.content.size).trim() === address
  const isWithin = [...Array($from.depth).keys()].some((depth) => /Cell|Header|Item$/.test($from.node(depth).type.name))
  if (!player || !isEmptyLine || !isAlone || isWithin) return false
  const linked = view.state.tr.insert($from.pos, schema.text(address, [schema.mark('link', { href: address })]))
  view.dispatch(closeHistory(linked).setMeta('preventAutolink', true))
  const { tr, doc } = view.state
  const $line = doc.resolve($from.pos)
  const kept = playerAttributes(player, config.messages.embedPlayer)
  tr.replaceWith($line.before(), $line.after(), schema.node('media', { tag: 'iframe', kept }))
  tr.setSelection(NodeSelection.create(tr.doc, $line.before()))
  view.dispatch(closeHistory(tr).scrollIntoView())
  return true
}

/** Inserts the text, line by line, and takes it out again, so that undo leads to it. */
function insertText(view: EditorView, text: string) {
  const { schema, selection, doc } = view.state
  const behind = doc.content.size - selection.to
  const lines = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []))
  const inserted = view.state.tr
    .replaceSelection(new Slice(Fragment.from(lines), 1, 1))
    .setMeta('preventAutolink', true)
  view.dispatch(closeHistory(inserted))
  const { tr } = view.state
  view.dispatch(closeHistory(tr.delete(selection.from, tr.doc.content.size - behind)).setMeta('preventAutolink', true))
}

/** HTML has no spaces at its ends, but who pastes a few words into a sentence wants theirs. */
function withSpaces(slice: Slice, text: string): Slice {
  const isLine = text.trim() !== '' && !/[\r\n]/.test(text)
  const [before, after] = [isLine && /^[ \t]/.test(text), isLine && /[ \t]$/.test(text)]
  const { content, openStart, openEnd } = slice
  const [only, ...others] = content.content
  if ((!before && !after) || !only) return slice
  if (!only.isInline && (!only.isTextblock || others.length > 0)) return slice
  const line = only.isInline ? content : only.content
  const space = Fragment.from(only.type.schema.text(' '))
  const shown = line.textBetween(0, line.size)
  const start = before && !/^\s/.test(shown) ? space.append(line) : line
  const whole = after && !/\s$/.test(shown) ? start.append(space) : start
  return only.isInline ? new Slice(whole, 0, 0) : new Slice(Fragment.from(only.copy(whole)), openStart, openEnd)
}
