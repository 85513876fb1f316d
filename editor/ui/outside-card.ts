import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { ResolvedConfig } from '../config.ts'
import { chooseFiles, uploadInPlaceOf } from '../image-uploads.ts'
import { fill } from '../messages.ts'
import { outsideHost, pictureAttributes } from '../pasted-images.ts'
import { outsideAddresses, takeOver, takingOver, watchTakeOver } from '../take-over.ts'
import { element, textButton } from './element.ts'

/** The card shown instead of a picture of another site, which this page may not load; null for all others. */
export function outsideCard(
  config: ResolvedConfig,
  editor: Editor,
  node: Node,
  getPos: () => number | undefined,
): { dom: HTMLElement; stop: () => void } | null {
  const host = outsideHost(node)
  if (host === null) return null
  const { messages } = config
  const { src = '', alt } = pictureAttributes(node) ?? {}
  const says = element('span', { role: 'status' })
  const actions = element('span', { class: 'cde-upload-actions' })
  const title = fill(messages.imageOutside, { host })
  const said = element('span', {}, element('strong', {}, title))
  if (alt) said.append(element('em', {}, fill(messages.imageMissingAlt, { alt })))
  said.append(says)
  const dom = element(
    'span',
    {
      class: 'cde-card cde-outside',
      contenteditable: 'false',
      role: 'group',
      'aria-label': alt ? `${title}: ${alt}` : title,
      'data-picture': src,
    },
    said,
    actions,
  )
  const take = textButton(messages.imageTakeOver, () => takeOver(editor, config, [src]))
  // Found by the console, too, which offers the same beside the list of these pictures.
  const takeAll = textButton(messages.imageTakeOverAll, () =>
    takeOver(editor, config, outsideAddresses(editor.state.doc)),
  )
  takeAll.dataset['takeOver'] = 'all'
  const upload = textButton(messages.imageUploadInstead, () =>
    chooseFiles(editor, false, ([file]) => {
      const pos = getPos()
      if (file && pos !== undefined) uploadInPlaceOf(editor, config, file, pos)
    }),
  )
  const remove = textButton(messages.remove, () => {
    const pos = getPos()
    if (pos === undefined) return
    editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize))
    editor.view.focus()
  })
  if (config.takeOverImage) actions.append(take, takeAll)
  if (config.uploadImage) actions.append(upload)
  actions.append(remove)

  const show = () => {
    const state = takingOver(editor, src)
    const failed = typeof state === 'object'
    dom.classList.toggle('is-failed', failed)
    says.textContent =
      state === 'running'
        ? messages.imageTakingOver
        : failed
          ? fill(messages.imageNotTakenOver, { why: state.failed })
          : ''
    // Not disabled: the keyboard would lose its place.
    take.setAttribute('aria-disabled', String(state === 'running'))
    const waiting = outsideAddresses(editor.state.doc).filter((one) => takingOver(editor, one) !== 'running').length
    takeAll.hidden = waiting < 2
    takeAll.textContent = fill(messages.imageTakeOverAll, { count: String(waiting) })
  }
  show()
  dom.addEventListener('click', ({ target }) => {
    const pos = getPos()
    if (target instanceof HTMLButtonElement || pos === undefined) return
    editor.chain().setNodeSelection(pos).focus().run()
  })
  const unwatch = watchTakeOver(editor, show)
  editor.on('update', show)
  const stop = () => {
    unwatch()
    editor.off('update', show)
  }
  return { dom, stop }
}

/** Whether an event is one of the buttons of such a card. */
export const isOfCard = ({ target }: Event): boolean =>
  target instanceof HTMLButtonElement && target.closest('.cde-outside') !== null
