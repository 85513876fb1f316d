import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeToken } from '../../../api/session-token.ts'
import { aFile, openLibrary, show } from '../testing/library.tsx'
import { UploadDock } from './upload-dock.tsx'
import { useArrivals, useUploads } from './upload-place.ts'
import { uploadQueue } from './upload-queue.ts'

const FOLDED_AFTER = 6_000

function Dock() {
  const { uploads, interrupted } = useUploads()
  useArrivals()
  return <UploadDock uploads={uploads} interrupted={interrupted} onShow={() => undefined} />
}
function openDock(...files: File[]) {
  const library = openLibrary([])
  show(
    <>
      <Dock />
      <button type="button">Elsewhere</button>
    </>,
  )
  uploadQueue.add(files)
  return library
}
const arrivals = (library: { arrived: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.arrived).toHaveLength(count), 5000)
const toggle = page.getByRole('button', { name: 'Uploads', exact: true })
const folded = (isFolded: boolean) => expect.element(toggle).toHaveAttribute('aria-expanded', String(!isFolded))
const summary = (words: RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const withClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

beforeEach(() => storeToken('a token'))

test('the list folds to its line when all is uploaded, and unfolds for what comes next', async () => {
  const library = openDock(aFile('a.png'))
  await arrivals(library, 1)
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }))
  withClock()
  await folded(false)
  library.arrived[0]!.finish()
  await summary(/1 of 1 uploaded/)
  await folded(false)
  vi.advanceTimersByTime(FOLDED_AFTER + 100)
  await folded(true)
  await expect.element(page.getByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
  uploadQueue.add([aFile('b.png')])
  await folded(false)
})

test('a failure keeps the list open', async () => {
  const library = openDock(aFile('a.png'), aFile('b.png'))
  await arrivals(library, 2)
  withClock()
  library.arrived[0]!.finish()
  library.arrived[1]!.fail(507, 'storage_full')
  await summary(/1 of 2 uploaded/)
  await summary(/1 failed/)
  vi.advanceTimersByTime(60_000)
  await folded(false)
})

test('with many files it covers no more than a third of a screen', async () => {
  await page.viewport(1280, 600)
  onTestFinished(() => page.viewport(1280, 800))
  openDock(...Array.from({ length: 40 }, (_, n) => aFile(`${n}.png`)))
  await summary(/0 of 40 uploaded/)
  const dock = page.getByRole('region', { name: 'Uploads to the library' }).element()
  expect(dock.getBoundingClientRect().height).toBeLessThanOrEqual(200)
})
