import type { NodeViewRenderer } from '@tiptap/core'
import type { ResolvedConfig } from '../config.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import { element } from './element.ts'
import { editImage } from './pictures.ts'
import { isOfCard, outsideCard } from './outside-card.ts'

const MIN_WIDTH = 64

/** A picture with its caption below, a handle that changes its width, and, without alt text, a button that asks for it. */
export const imageView =
  (config: ResolvedConfig): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const { messages } = config
    const { image, kept } = node.attrs as { image: Kept; kept: Kept | null }
    const picture = element('img', { alt: image.alt ?? '', width: image.width, draggable: 'false' })
    const handle = element('span', { class: 'cde-resize', contenteditable: 'false', 'aria-hidden': 'true' })
    const card = outsideCard(config, editor, node, getPos)
    if (!card) picture.src = image.src ?? ''
    const shown = card ? [card.dom] : [picture, handle]
    const frame = element(
      'div',
      { class: card ? 'cde-picture is-outside' : 'cde-picture', contenteditable: 'false' },
      ...shown,
    )
    // Out of the Tab order, as all of the text: by keyboard there is the toolbar of the picture.
    const noAlt = element('button', { type: 'button', class: 'cde-no-alt', title: messages.imageAltHint, tabindex: -1 })
    noAlt.append(messages.imageNoAlt)
    if (!image.alt) frame.append(noAlt)
    const contentDOM = element('figcaption', { 'data-placeholder': messages.captionPlaceholder })
    const dom = element(
      'figure',
      { class: `cde-figure ${kept?.class ?? ''}`.trim(), style: kept?.style },
      frame,
      contentDOM,
    )
    contentDOM.classList.toggle('is-empty', node.childCount === 0)
    frame.addEventListener('click', (event) => {
      if (event.target === handle || isOfCard(event)) return
      const pos = getPos()
      if (pos === undefined) return
      editor.commands.setNodeSelection(pos)
      if (event.target === noAlt && editor.isEditable) void editImage({ editor, config })
    })
    handle.addEventListener('pointerdown', (start) => {
      start.preventDefault()
      start.stopPropagation()
      const from = picture.getBoundingClientRect().width
      const most = dom.parentElement?.getBoundingClientRect().width ?? from
      const towardsEnd = getComputedStyle(dom).direction === 'rtl' ? -1 : 1
      const widthAt = (event: PointerEvent) =>
        Math.round(Math.min(most, Math.max(MIN_WIDTH, from + (event.clientX - start.clientX) * towardsEnd)))
      handle.setPointerCapture(start.pointerId)
      const move = (event: PointerEvent) => {
        picture.style.width = `${widthAt(event)}px`
      }
      handle.addEventListener('pointermove', move)
      handle.addEventListener(
        'pointerup',
        (event) => {
          handle.removeEventListener('pointermove', move)
          const pos = getPos()
          // A press alone gives the picture no size.
          if (pos === undefined || event.clientX === start.clientX) return
          const { height: _, ...rest } = image
          editor.view.dispatch(
            editor.state.tr.setNodeAttribute(pos, 'image', { ...rest, width: String(widthAt(event)) }),
          )
        },
        { once: true },
      )
    })
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type || next.attrs.image !== image || next.attrs.kept !== kept) return false
        contentDOM.classList.toggle('is-empty', next.childCount === 0)
        return true
      },
      destroy: () => card?.stop(),
      stopEvent: (event) => event.target === handle || isOfCard(event),
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }

/** A picture in a line is drawn by its schema, one of another site as a card. */
export const inlineImageView =
  (config: ResolvedConfig): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const card = outsideCard(config, editor, node, getPos)
    if (!card) return undefined as never
    return { dom: card.dom, destroy: card.stop, stopEvent: isOfCard, ignoreMutation: () => true }
  }
