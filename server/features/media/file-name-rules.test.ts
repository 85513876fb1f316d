import { expect, it } from 'vitest'
import { cleanFileName } from './file-name-rules.ts'

const clean = (name: string) => cleanFileName(name, 'image.png')

it.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\Users\\kim\\holiday.jpg', 'holiday.jpg'],
  ['photo\u0000.png', 'photo.png'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['line\r\nbreak.png', 'linebreak.png'],
  ['e\u0301te\u0301.png', 'été.png'],
  ['照片 一.png', '照片 一.png'],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['half \ud83d.png', 'half .png'],
  ['', 'image.png'],
  ['..', 'image.png'],
  ['a/', 'image.png'],
])('the name %j is kept as %j', (sent, kept) => expect(clean(sent)).toBe(kept))

it('a very long name keeps its extension and has at most 200 characters', () => {
  const kept = clean(`${'x'.repeat(5000)}.jpeg`)
  expect(kept).toHaveLength(200)
  expect(kept.endsWith('.jpeg')).toBe(true)
})
