import { vi } from 'vitest'
import type { openEditor } from './open-editor.ts'

export const picture = (name = 'river.png', type = 'image/png') =>
  new File([new Uint8Array([137, 80, 78, 71])], name, { type })

/** Pastes HTML, as another program puts it on the clipboard. */
export function paste({ root }: ReturnType<typeof openEditor>, html: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Presses the button and chooses a file in the system's dialog, which no test can reach. */
export async function chosenInstead(button: { click: () => Promise<void> }, file: File): Promise<void> {
  const chosen = new Promise<HTMLInputElement>((resolve) =>
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementationOnce(function (this: HTMLInputElement) {
      resolve(this)
    }),
  )
  await button.click()
  const input = await chosen
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change'))
}
