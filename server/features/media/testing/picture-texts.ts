import sharp from 'sharp'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const list = (kind: string, items: string[]) =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li xml:lang="x-default">${escaped(item)}</rdf:li>`).join('')}</rdf:${kind}>`

type Xmp = Partial<{
  title: string
  description: string
  creator: string[]
  rights: string
  headline: string
  credit: string
  alt: string
}>

/** An XMP packet as Photoshop writes it. */
export const xmpPacket = ({ title, description, creator, rights, headline, credit, alt }: Xmp): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"${credit ? ` photoshop:Credit="${escaped(credit)}"` : ''}>${[
    title && `<dc:title>${list('Alt', [title])}</dc:title>`,
    description && `<dc:description>${list('Alt', [description])}</dc:description>`,
    creator && `<dc:creator>${list('Seq', creator)}</dc:creator>`,
    rights && `<dc:rights>${list('Alt', [rights])}</dc:rights>`,
    headline && `<photoshop:Headline>${escaped(headline)}</photoshop:Headline>`,
    alt && `<Iptc4xmpCore:AltTextAccessibility>${list('Alt', [alt])}</Iptc4xmpCore:AltTextAccessibility>`,
  ]
    .filter(Boolean)
    .join('\n')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** Datasets of record 2 by number, e.g. 120 for the caption. */
export type Iptc = readonly (readonly [dataset: number, text: string])[]

/** A Photoshop block with one IPTC record, as stored in a JPEG. */
export function iptcBlock(texts: Iptc, encoding: 'utf8' | 'latin1' = 'utf8', marked = encoding === 'utf8'): Buffer {
  const dataset = (record: number, number: number, data: Buffer) => {
    const head = Buffer.from([0x1c, record, number, 0, 0])
    head.writeUInt16BE(data.length, 3)
    return Buffer.concat([head, data])
  }
  const record = Buffer.concat([
    ...(marked ? [dataset(1, 90, Buffer.from('\u001b%G', 'latin1'))] : []),
    dataset(2, 0, Buffer.from([0, 4])),
    ...texts.map(([number, text]) => dataset(2, number, Buffer.from(text, encoding))),
  ])
  const resource = (id: number, data: Buffer) => {
    const head = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1')
    head.writeUInt16BE(id, 4)
    head.writeUInt32BE(data.length, 8)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  // Another resource first, as in files of Photoshop.
  return Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    resource(0x03ed, Buffer.alloc(15)),
    resource(0x0404, record),
  ])
}

/** Puts an APP13 block at the beginning of a JPEG. */
export function withIptc(jpeg: Buffer, block: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xed, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)])
}

export type PhotoTexts = {
  exif?: Record<string, string>
  xmp?: Xmp
  iptc?: Iptc
  format?: 'jpeg' | 'png' | 'webp' | 'avif'
}

let seeds = 0
/** A picture that no other test has uploaded, with texts in it. */
export async function photoWith({ exif, xmp, iptc, format = 'jpeg' }: PhotoTexts): Promise<Buffer> {
  seeds += 1
  // Far enough apart for what JPEG rounds away.
  const background = { r: (seeds * 8) % 256, g: (Math.floor(seeds / 32) * 8) % 256, b: 99 }
  let image = sharp({ create: { width: 40, height: 30, channels: 3, background } })
  if (exif) image = image.withExif({ IFD0: exif, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
  if (xmp) image = image.withXmp(xmpPacket(xmp))
  const bytes = await image.toFormat(format).toBuffer()
  return iptc ? withIptc(bytes, iptcBlock(iptc)) : bytes
}
