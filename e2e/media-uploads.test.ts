import { chooseFile } from './support/files.ts'
import { card, dock, openMedia, panel } from './support/library.ts'
import { heavyFile, landscapeFile } from './support/pictures.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'media-uploads' })

test('many pictures are uploaded; one that is cut goes on where it stopped, on whatever screen', async ({
  page,
  desk,
}) => {
  await openMedia(page, desk)
  const sent: string[] = []
  let cuts = 0
  await page.route(/\/api\/media\/uploads\/[^/]+\?offset=\d+$/, async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset')!
    if (offset === '2097152' && cuts < 2) {
      cuts++
      return route.abort('internetdisconnected')
    }
    sent.push(offset)
    return route.continue()
  })
  const small = await Promise.all(['one.jpg', 'two.jpg', 'three.jpg'].map((name) => landscapeFile(name)))
  const heavy = await heavyFile('heavy.png')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await (
    await chosen
  ).setFiles([heavy, ...small, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }])
  await expect(dock(page).getByText(/No connection. It goes on by itself/)).toBeVisible()
  await expect(dock(page).getByText(/The library does not accept this type of file/)).toBeVisible()

  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await screenIsThere(page, 'Tags')
  await expect(dock(page).getByText('4 of 5 uploaded')).toBeVisible({ timeout: 30_000 })
  expect(cuts).toBe(2)
  // Nothing was sent twice: every piece once, though the connection was cut in the middle.
  expect(sent.filter((offset) => offset !== '0').toSorted()).toEqual(['1048576', '2097152', '3145728'])
  await dock(page).getByRole('link', { name: 'Show it: heavy.png' }).click()
  await expect(panel(page, 'heavy.png')).toContainText('1100 × 1100')
  await page.keyboard.press('Escape')
  await dock(page).getByRole('button', { name: 'Clear finished' }).click()
  await expect(dock(page).getByText('0 of 1 uploaded')).toBeVisible()
  await dock(page).getByRole('button', { name: 'Close the list of uploads' }).click()
  await expect(dock(page)).toHaveCount(0)
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg', 'heavy.png']) await expect(card(page, name)).toBeVisible()
})

test('an upload is paused and resumed, survives the end of the session, and a reload', async ({ page, desk }) => {
  const token = await signIn(page, desk, 'editor')
  await page.goto('/jCore/media')
  await screenIsThere(page, 'Media')
  const file = await heavyFile('long.png')
  let held = true
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/media\/uploads\/[^/]+\?offset=1048576$/, async (route) => {
    if (held) await gate
    await route.continue().catch(() => undefined)
  })
  await chooseFile(page, 'Upload', file)
  await expect(dock(page).getByText(/Uploading, 2\d%/)).toBeVisible()
  await dock(page).getByRole('button', { name: 'Pause the upload of long.png' }).click()
  await expect(dock(page).getByText(/Paused at 2\d%/)).toBeVisible()
  held = false
  release()

  // A reload keeps what the server has; the same file, chosen again, goes on from there.
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await screenIsThere(page, 'Media')
  await expect(dock(page).getByText(/“long.png” was not uploaded completely/)).toBeVisible()
  const offsets: string[] = []
  page.on('request', (request) => {
    const offset = new URL(request.url()).searchParams.get('offset')
    if (offset) offsets.push(offset)
  })
  await desk.endSession(token)
  const { name, mimeType, buffer } = file
  // The file of a test has a new date with every choice; a person's has not.
  await page.evaluate(() => {
    const [kept] = JSON.parse(sessionStorage.getItem('copydesk.uploads')!) as { at: number }[]
    const time = kept!.at
    Object.defineProperty(File.prototype, 'lastModified', { get: () => time })
  })
  await chooseFile(page, 'Choose again', { name, mimeType, buffer })
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill((await desk.person('editor')).password)
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(again).toBeHidden()
  await expect(dock(page).getByText('1 of 1 uploaded')).toBeVisible()
  expect(offsets[0]).toBe('1048576')
  await expect(card(page, 'long.png')).toBeVisible()
})

test('pictures are dropped anywhere and pasted; one that is there already leads to it', async ({ page, desk }) => {
  const { name, buffer } = await landscapeFile('dropped.jpg')
  await openMedia(page, desk)
  const handOver = (how: 'drop' | 'paste', as: string) =>
    page
      .locator('header')
      .first()
      .evaluate(
        (target, given) => {
          const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([bytes], given.as, { type: 'image/jpeg' }))
          const common = { bubbles: true, cancelable: true }
          if (given.how === 'paste')
            target.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: dataTransfer }))
          else
            for (const kind of ['dragenter', 'dragover', 'drop'])
              target.dispatchEvent(new DragEvent(kind, { ...common, dataTransfer }))
        },
        { how, as, base64: buffer.toString('base64') },
      )
  await handOver('drop', name)
  await expect(dock(page).getByText('1 of 1 uploaded')).toBeVisible()
  await handOver('paste', 'the same again.jpg')
  await expect(dock(page).getByText('Already in the library.')).toBeVisible()
  await dock(page).getByRole('link', { name: 'Show it: dropped.jpg' }).last().click()
  await expect(panel(page, 'dropped.jpg')).toBeVisible()
})
