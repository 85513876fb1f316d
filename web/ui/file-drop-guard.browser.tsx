import { expect, test } from 'vitest'
import { ignoreFilesBeside } from './file-drop-guard.ts'

/** What becomes of something that is held over an element: the browser does what it does by itself, or nothing. */
function over(target: Element, give: (transfer: DataTransfer) => unknown) {
  const dataTransfer = new DataTransfer()
  give(dataTransfer)
  const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event.defaultPrevented ? dataTransfer.dropEffect : 'browser'
}
const file = (transfer: DataTransfer) => transfer.items.add(new File(['x'], 'harbour.jpg'))
const text = (transfer: DataTransfer) => transfer.setData('text/plain', 'words')

test('a picture dropped beside its place does not replace the page; text goes where it is dropped', () => {
  document.body.innerHTML = '<textarea></textarea><nav></nav><input type="file" />'
  const [title, menu, files] = [...document.body.children] as [Element, Element, Element]
  expect(over(title, file)).toBe('browser')
  ignoreFilesBeside()
  for (const place of [title, menu, document.body]) expect(over(place, file)).toBe('none')
  expect(over(title, text)).toBe('browser')
  expect(over(files, file)).toBe('browser')
})
