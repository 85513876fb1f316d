const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** `editor_` and 8 random lowercase letters, not yet used in this document. */
export function createEditorId(): string {
  let id: string
  do id = `editor_${[...crypto.getRandomValues(new Uint32Array(8))].map((number) => LETTERS[number % 26]).join('')}`
  while (document.getElementById(id))
  return id
}

/** Whether an element other than this one carries the id. */
export const isIdTaken = (id: string, own: Element): boolean =>
  [...document.querySelectorAll(`#${CSS.escape(id)}`)].some((element) => element !== own)
