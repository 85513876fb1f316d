import { element } from './element.ts'

export interface SourceView {
  dom: HTMLTextAreaElement
  isOpen: () => boolean
  open: () => void
  close: () => void
  /** Puts what was typed into the article now. */
  flush: () => void
}

const WAIT = 400

/** The article as HTML text. What is typed goes into the article shortly after, so nothing here can be left behind. */
export function createSourceView(label: string, read: () => string, write: (html: string) => void): SourceView {
  const dom = element('textarea', { class: 'cde-source', 'aria-label': label, spellcheck: 'false', hidden: true })
  let pending: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (pending === undefined) return
    clearTimeout(pending)
    pending = undefined
    write(dom.value)
  }
  dom.addEventListener('input', () => {
    clearTimeout(pending)
    pending = setTimeout(flush, WAIT)
  })
  dom.addEventListener('blur', flush)
  return {
    dom,
    flush,
    isOpen: () => !dom.hidden,
    open: () => {
      dom.value = read()
      dom.hidden = false
      dom.focus()
      dom.setSelectionRange(0, 0)
    },
    close: () => {
      flush()
      dom.hidden = true
    },
  }
}
