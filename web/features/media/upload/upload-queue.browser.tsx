import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { onSignedOut } from '../../../api/signed-out.ts'
import { storeToken } from '../../../api/session-token.ts'
import { aFile, openLibrary, show } from '../testing/library.tsx'
import { UploadDock } from './upload-dock.tsx'
import { useArrivals, useUploads } from './upload-place.ts'
import { UploadQueue, uploadQueue } from './upload-queue.ts'

const PIECE = 1024 * 1024

function Dock() {
  const { uploads, interrupted } = useUploads()
  useArrivals()
  return <UploadDock uploads={uploads} interrupted={interrupted} onShow={() => undefined} />
}

/** The dock over an empty library, with these files given to it. */
function openDock(...files: File[]) {
  const library = openLibrary([])
  show(<Dock />)
  uploadQueue.add(files)
  return library
}
const arrivals = (library: { arrived: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.arrived).toHaveLength(count), 5000)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (sentence: RegExp) => expect.element(page.getByText(sentence).first()).toBeVisible()
/** The browser says that the network is back. */
const comeOnline = () => window.dispatchEvent(new Event('online'))

beforeEach(() => storeToken('a token'))

test('a large file goes piece by piece, and says how far it is', async () => {
  const library = openDock(aFile('large.png', 'image/png', 2.5 * PIECE))
  await arrivals(library, 1)
  const [upload] = library.arrived
  upload!.take()
  await vi.waitFor(() => expect(upload!.offset).toBe(PIECE))
  const bar = page.getByRole('progressbar', { name: 'Upload of large.png' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40')
  upload!.progress(1)
  await says(/Making the sizes…/)
  upload!.finish()
  await says(/^Uploaded/)
  const pieces = library.calls.filter((call) => call.startsWith('patch')).map((call) => call.split('offset=')[1])
  expect(pieces).toEqual(['0', String(PIECE), String(2 * PIECE)])
})

test('an upload that was cut waits, and continues at the offset of the server when the network is back', async () => {
  const library = openDock(aFile('cut.png', 'image/png', 2 * PIECE))
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.arrived[0]!.offset).toBe(PIECE))
  library.line.isUp = false
  library.arrived[0]!.cut()
  await says(/No connection. It goes on by itself from 50%/)
  await says(/waiting for the connection/)
  library.line.isUp = true
  comeOnline()
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
  library.arrived[1]!.finish()
  await says(/^Uploaded/)
  expect(library.calls.filter((call) => call.startsWith('post') && call.endsWith('/uploads'))).toHaveLength(1)
})

test('a busy server is left alone for as long as it asks; the network coming back ends the wait', async () => {
  const library = openDock(aFile('slow.png'))
  await arrivals(library, 1)
  library.arrived[0]!.fail(503, 'busy', undefined, { retryAfter: 3600 })
  await says(/The server is busy. It goes on by itself/)
  comeOnline()
  await arrivals(library, 2)
})

test('without a sign from the browser it tries again by itself', async () => {
  const library = openDock(aFile('flaky.png'))
  await arrivals(library, 1)
  library.arrived[0]!.cut()
  await arrivals(library, 2)
  library.arrived[1]!.finish()
  await says(/^Uploaded/)
})

test('a piece whose answer was lost is not sent a second time', async () => {
  const library = openDock(aFile('lost.png', 'image/png', 2 * PIECE))
  await arrivals(library, 1)
  // The server takes it, and the line breaks before it can say so.
  library.arrived[0]!.lose()
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
  library.arrived[1]!.finish()
  await says(/^Uploaded/)
})

test('a paused upload sends nothing and is resumed where it was', async () => {
  const library = openDock(aFile('slow.png', 'image/png', 2 * PIECE))
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.arrived[0]!.offset).toBe(PIECE))
  await press('Pause the upload of slow.png')
  await says(/Paused at 50%/)
  await vi.waitFor(() => expect(library.arrived[0]!.cancelled).toBe(true))
  comeOnline()
  await press('Resume the upload of slow.png')
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
})

test('all are paused and resumed at once, and those that are over are cleared away', async () => {
  const library = openDock(aFile('1.png'), aFile('2.png'), aFile('3.png'))
  await arrivals(library, 2)
  library.arrived[0]!.finish()
  await arrivals(library, 3)
  await says(/1 of 3 uploaded/)
  await press('Pause all')
  await vi.waitFor(() => expect(page.getByText(/^Paused at/).elements()).toHaveLength(2))
  await press('Resume all')
  await arrivals(library, 5)
  library.arrived[3]!.finish()
  library.arrived[4]!.finish()
  await says(/3 of 3 uploaded/)
  await press('Clear finished')
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
})

test('what the disk had no room for is tried again when someone says so, not by itself', async () => {
  const library = openDock(aFile('full.png'))
  await arrivals(library, 1)
  library.arrived[0]!.fail(507, 'storage_full')
  await says(/disk is full/)
  comeOnline()
  expect(library.arrived).toHaveLength(1)
  await press('Try to upload full.png again')
  await arrivals(library, 2)
})

test('an ended session asks for the password, and the upload goes on after it', async () => {
  let answer: (worked: boolean) => void = () => undefined
  onSignedOut(() => new Promise((resolve) => (answer = resolve)))
  const library = openDock(aFile('first.png', 'image/png', 2 * PIECE), aFile('second.png'))
  await arrivals(library, 2)
  library.line.signedIn = false
  library.arrived[0]!.take()
  await says(/Uploading, 50%/)
  // The next piece met a 401 and waits, with the rest of the queue, for the person.
  await vi.waitFor(() => expect(library.calls.at(-1)).toMatch(/^patch .*offset=1048576$/))
  library.line.signedIn = true
  answer(true)
  await vi.waitFor(() => expect(library.calls.filter((call) => /offset=1048576/.test(call))).toHaveLength(2))
  library.arrived[0]!.finish()
  await says(/1 of 2 uploaded/)
})

test('a quiet line says which texts came from the file, and none where none did', async () => {
  const library = openDock(aFile('signed.png'), aFile('plain.png'))
  await arrivals(library, 2)
  library.arrived[0]!.finish({ textsFromFile: ['caption', 'credit'] })
  await says(/From the file: caption and credit/)
  library.arrived[1]!.finish({ textsFromFile: [] })
  await says(/2 uploaded/)
  expect(page.getByText(/From the file/).elements()).toHaveLength(1)
})

test('a picture that is there already is said so, with a way to it', async () => {
  const library = openDock(aFile('again.png'))
  await arrivals(library, 1)
  library.arrived[0]!.finish({ name: 'first.png', existing: true })
  await says(/Already in the library/)
  await expect.element(page.getByRole('link', { name: 'Show it: first.png' })).toBeVisible()
})

test('after a reload the same file goes on where it was, another begins again', async () => {
  const library = openDock(aFile('reload.png', 'image/png', 2 * PIECE))
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.arrived[0]!.offset).toBe(PIECE))
  uploadQueue.pauseAll()
  // What a fresh page knows: only what session storage kept.
  const { interrupted } = new UploadQueue({} as never).snapshot()
  expect(interrupted).toMatchObject([{ name: 'reload.png', size: 2 * PIECE }])
})

test('signing out stops everything and leaves nothing to the next person', async () => {
  const library = openDock(aFile('private.png'))
  await arrivals(library, 1)
  expect(sessionStorage.getItem('copydesk.uploads')).toContain('private.png')
  uploadQueue.reset()
  expect(sessionStorage.getItem('copydesk.uploads')).toBeNull()
  expect(uploadQueue.snapshot().uploads).toHaveLength(0)
  await vi.waitFor(() => expect(library.arrived[0]!.cancelled).toBe(true))
})
