import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../testing/growth.ts'
import { readXmp } from './image-xmp-rules.ts'
import { textsOf } from './image-text-rules.ts'
import { iptcBlock, photoWith, withIptc, xmpPacket } from './testing/picture-texts.ts'
import { picture } from './testing/pictures.ts'

const textsIn = async (photo: Buffer) => textsOf(await sharp(photo).metadata())
const nothing = { alt: '', caption: '', credit: '' }

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '%s: caption, credit and alt text of XMP are found',
  async (format) => {
    const photo = await photoWith({
      format,
      xmp: {
        description: 'The bridge & the river <at dusk>',
        creator: ['Jane Doe', 'Li Wei'],
        credit: 'Reuters',
        rights: '© 2024 Reuters',
        alt: 'A stone bridge',
      },
    })
    expect(await textsIn(photo)).toEqual({
      alt: 'A stone bridge',
      caption: 'The bridge & the river <at dusk>',
      credit: 'Jane Doe, Li Wei / Reuters · © 2024 Reuters',
    })
  },
)

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '%s: description, artist and copyright of EXIF are found',
  async (format) => {
    const exif = { ImageDescription: 'The old harbour', Artist: 'Jane Doe', Copyright: 'Copyright 2024 Jane Doe' }
    expect(await textsIn(await photoWith({ format, exif }))).toEqual({
      alt: '',
      caption: 'The old harbour',
      credit: 'Jane Doe · Copyright 2024 Jane Doe',
    })
  },
)

it('the texts of IPTC are found, several by-lines too', async () => {
  const iptc = [
    [5, 'bridge-01'],
    [80, 'Jane Doe'],
    [80, 'Kim Larsen'],
    [110, 'AFP'],
    [116, '2024 AFP'],
    [120, 'The bridge\rat dusk'],
  ] as const
  expect(await textsIn(await photoWith({ iptc }))).toEqual({
    alt: '',
    caption: 'The bridge at dusk',
    credit: 'Jane Doe, Kim Larsen / AFP · 2024 AFP',
  })
})

const plain = await picture(40, 30).jpeg().toBuffer()

describe('encodings', () => {
  const captioned = (text: string, ...how: [('utf8' | 'latin1')?, boolean?]) =>
    textsIn(withIptc(plain, iptcBlock([[120, text]], ...how)))

  it('IPTC that says UTF-8 is read as such', async () => {
    expect((await captioned('黄昏时分的石桥')).caption).toBe('黄昏时分的石桥')
  })
  it('IPTC in Latin-1 without a mark is read as such', async () => {
    expect((await captioned('Der Fluß in Åre, à côté', 'latin1')).caption).toBe('Der Fluß in Åre, à côté')
  })
  it('IPTC in UTF-8 that forgot its mark is read all the same', async () => {
    expect((await captioned('黄昏时分的石桥', 'utf8', false)).caption).toBe('黄昏时分的石桥')
  })
  it('Chinese texts of XMP and of EXIF arrive whole', async () => {
    const xmp = { description: '黄昏时分的石桥', creator: ['王伟'] }
    expect(await textsIn(await photoWith({ xmp }))).toEqual({ ...nothing, caption: '黄昏时分的石桥', credit: '王伟' })
    // The library that writes EXIF here knows ASCII only, so the bytes are put in place by hand.
    const { exif } = await sharp(await photoWith({ exif: { ImageDescription: 'x'.repeat(21) } })).metadata()
    const chinese = Buffer.from(exif!)
    chinese.write('黄昏时分的石桥', chinese.indexOf('x'.repeat(21)))
    expect(textsOf({ exif: chinese }).caption).toBe('黄昏时分的石桥')
  })
})

it('XMP counts before IPTC, and IPTC before EXIF; each text on its own', async () => {
  const photo = await photoWith({
    xmp: { description: 'By XMP' },
    iptc: [
      [120, 'By IPTC'],
      [110, 'Agency of IPTC'],
    ],
    exif: { ImageDescription: 'By EXIF', Artist: 'Artist of EXIF' },
  })
  expect(await textsIn(photo)).toEqual({ alt: '', caption: 'By XMP', credit: 'Artist of EXIF / Agency of IPTC' })
})

it.each([
  [{ creator: ['Jane Doe'] }, 'Jane Doe'],
  [{ credit: 'Reuters' }, 'Reuters'],
  [{ rights: '© 2024 Jane Doe' }, '© 2024 Jane Doe'],
  [{ creator: ['Jane Doe'], credit: 'jane doe' }, 'Jane Doe'],
  [{ creator: ['Jane Doe'], rights: '© Jane Doe' }, 'Jane Doe'],
  [{ creator: ['Jane Doe'], credit: 'Reuters', rights: '(c) Reuters' }, 'Jane Doe / Reuters'],
  [{ creator: ['Jane Doe'], rights: '© 2024 Jane Doe' }, 'Jane Doe · © 2024 Jane Doe'],
  [{ creator: ['Jane Doe'], rights: 'x'.repeat(300) }, 'Jane Doe'],
  [{ rights: `${'word '.repeat(60)}` }, `${'word '.repeat(39)}word…`],
])('the credit of %j is %j', (xmp, credit) => {
  expect(textsOf({ xmp: Buffer.from(xmpPacket(xmp)) }).credit).toBe(credit)
})

it('without a description the headline is the caption, then the title', () => {
  const captionOf = (xmp: Parameters<typeof xmpPacket>[0]) => textsOf({ xmp: Buffer.from(xmpPacket(xmp)) }).caption
  expect(captionOf({ headline: 'Flood in the old town', title: 'Flood' })).toBe('Flood in the old town')
  expect(captionOf({ title: 'Flood' })).toBe('Flood')
  expect(captionOf({ title: 'DSC_0042' })).toBe('')
})

it.each([
  'OLYMPUS DIGITAL CAMERA',
  'SONY DSC',
  'KODAK Digital Still Camera',
  'SAMSUNG CAMERA PICTURES',
  'Exif_JPEG_PICTURE',
  'Created with GIMP',
  'hdrpl',
  'IMG_2034.JPG',
  'untitled',
  '   ',
  '????',
])('%j is what a camera writes by itself, not a caption', async (text) => {
  expect(await textsIn(await photoWith({ exif: { ImageDescription: text, Artist: 'unknown' } }))).toEqual(nothing)
})

it('texts become one line, in NFC, without control characters, and fit the fields', () => {
  const xmp = { description: 'Cafe\u0301\r\n\tat\u202e night', alt: '长'.repeat(500), creator: ['😀'.repeat(200)] }
  const texts = textsOf({ xmp: Buffer.from(xmpPacket(xmp)) })
  expect(texts.caption).toBe('Café at night')
  expect(texts.alt).toBe(`${'长'.repeat(299)}…`)
  expect(texts.credit).toBe(`${'😀'.repeat(99)}…`)
  const iptc = iptcBlock([[120, 'a\u0000b\u0007c']])
  expect(textsOf({ iptc }).caption).toBe('a b c')
})

it('of a text in several languages the default one is taken, and what belongs to another picture is not', () => {
  const xmp = (inner: string) =>
    Buffer.from(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:m="http://ns.adobe.com/xap/1.0/mm/"><rdf:Description>${inner}</rdf:Description></rdf:RDF>`,
    )
  const item = (language: string, text: string) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`
  const both = `<d:description><rdf:Alt>${item('de', 'Brücke')}${item('x-default', 'Bridge')}</rdf:Alt></d:description>`
  expect(textsOf({ xmp: xmp(both) }).caption).toBe('Bridge')
  const other = `<m:DerivedFrom><rdf:Description><d:description>Other</d:description></rdf:Description></m:DerivedFrom>`
  expect(textsOf({ xmp: xmp(other) }).caption).toBe('')
})

describe('hostile texts', () => {
  const rdf = (inner: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:RDF></x:xmpmeta>`
  const described = (inner: string) =>
    rdf(`<rdf:Description><dc:description>${inner}</dc:description></rdf:Description>`)
  const bombOf = (entities: number) =>
    Array.from({ length: entities }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')

  /** Each as a packet of about this length, or of more than is read. */
  it.each<[string, (length: number) => string]>([
    ['elements that are never closed', (length) => described('<dc:a>'.repeat(length / 6))],
    ['elements that are opened and closed', (length) => described('<dc:a/>'.repeat(length / 7))],
    ['half a tag', (length) => described('<dc:a '.repeat(length / 6))],
    ['an ampersand that leads nowhere', (length) => described('&'.repeat(length))],
    ['a long text', (length) => described('x'.repeat(length))],
    ['many items', (length) => described(`<rdf:Alt>${'<rdf:li>x</rdf:li>'.repeat(length / 18)}</rdf:Alt>`)],
    [
      'many attributes',
      (length) => rdf(`<rdf:Description ${Array.from({ length: length / 12 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    ],
    ['spaces without end', (length) => described(' '.repeat(20 * length))],
    ['a bomb of entities', (length) => `<!DOCTYPE x [${bombOf(length / 30)}]>${described(`&e${length / 30};`)}`],
    [
      'a file of the server',
      (length) => `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${described('&f;'.repeat(length / 3))}`,
    ],
  ])('%s cost no more than their length and give no more than the fields hold', (_what, make) => {
    const read = (length: number) => {
      const xmp = Buffer.from(make(length))
      return () => {
        const texts = textsOf({ xmp })
        expect(texts.caption.length).toBeLessThanOrEqual(500)
        expect(texts.caption).not.toContain('root:')
      }
    }
    expect(growthOf(read, 60_000)).toBeLessThan(MOST_GROWTH)
  })

  it('a packet that ends in the middle gives what came before', () => {
    const packet = xmpPacket({ description: 'The bridge', creator: ['Jane Doe'] })
    expect(readXmp(Buffer.from(packet.slice(0, packet.indexOf('Jane'))))).toEqual({ description: ['The bridge'] })
  })

  it('damaged EXIF and IPTC give less text, never a failure', async () => {
    const photo = await photoWith({ exif: { ImageDescription: 'The bridge', Artist: 'Jane Doe' } })
    const { exif = Buffer.alloc(0) } = await sharp(photo).metadata()
    const iptc = iptcBlock([[120, 'The bridge']])
    for (const [name, block] of Object.entries({ exif, iptc }))
      for (let at = 0; at < block.length; at++) {
        const bent = Buffer.from(block)
        bent[at] = 0xff
        expect(() => textsOf({ [name]: bent }), `${name} ${at}`).not.toThrow()
        expect(() => textsOf({ [name]: block.subarray(0, at) }), `${name} ${at}`).not.toThrow()
      }
  })
})
