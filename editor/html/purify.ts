import DOMPurify from 'dompurify'
import { isEmbeddable, EMBED_HOSTS } from '../embed-hosts.ts'
import { nameOfMark, nameOfNote } from '../schema/footnotes.ts'

/** What was taken out because it could run or submit something. */
export interface Removed {
  tag: string
  html: string
}

const FORBIDDEN =
  'style,form,input,button,select,option,optgroup,textarea,label,fieldset,legend,datalist,output,progress,meter,svg,math,dialog,template,slot,portal,marquee,map,area'.split(
    ',',
  )
const PARTS_OF_A_TASK = new Set(['label', 'input'])

let allowedHosts: readonly string[] = EMBED_HOSTS

DOMPurify.addHook('uponSanitizeElement', (node) => {
  const element = node as Element
  if (element.localName === 'iframe' && !isEmbeddable(element.getAttribute('src') ?? '', allowedHosts)) element.remove()
})

DOMPurify.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName === 'id' && (nameOfNote(attribute.attrValue) || nameOfMark(attribute.attrValue)))
    attribute.forceKeepAttr = true
})

/**
 * Sanitises HTML into a fragment of a document that loads nothing. The server sanitises again on every write: this one
 * protects the person who opens the article, and keeps hostile markup from breaking the parser.
 */
export function purify(
  html: string,
  hosts: readonly string[] = EMBED_HOSTS,
): { root: DocumentFragment; removed: Removed[] } {
  allowedHosts = hosts
  const removed: Removed[] = []
  const root = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    ADD_TAGS: ['iframe'],
    ADD_ATTR: [
      'target',
      'allow',
      'allowfullscreen',
      'frameborder',
      'scrolling',
      'referrerpolicy',
      'sandbox',
      'fetchpriority',
      'controlslist',
    ],
    FORBID_TAGS: FORBIDDEN,
    FORBID_ATTR: ['id', 'name', 'srcdoc', 'contenteditable', 'autofocus', 'ping'],
  })
  for (const entry of DOMPurify.removed) {
    const element = 'element' in entry ? (entry.element as Element) : null
    if (element?.nodeType === 1 && !PARTS_OF_A_TASK.has(element.localName))
      removed.push({ tag: element.localName, html: element.outerHTML.slice(0, 500) })
  }
  return { root, removed }
}
