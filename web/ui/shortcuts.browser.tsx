import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { useShortcuts } from './shortcuts.ts'

test('a key counts from the moment the screen is there', async () => {
  const pressed: string[] = []
  function Screen() {
    useShortcuts([{ key: 'j', label: 'Next row', run: ({ key }) => void pressed.push(key) }])
    return <p>A list</p>
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  // Told before the next frame: what React leaves for after it has not happened yet.
  const shown = new Promise<void>((tell) => new MutationObserver(() => tell()).observe(place, { childList: true }))
  root.render(<Screen />)
  await shown
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  expect(pressed).toEqual(['j'])
})
