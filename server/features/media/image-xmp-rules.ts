import { SaxesParser } from 'saxes'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const DC = 'http://purl.org/dc/elements/1.1/'
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/'
const IPTC_CORE = 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/'

const properties = {
  [`${DC}title`]: 'title',
  [`${DC}description`]: 'description',
  [`${DC}creator`]: 'creator',
  [`${DC}rights`]: 'rights',
  [`${PHOTOSHOP}Headline`]: 'headline',
  [`${PHOTOSHOP}Credit`]: 'credit',
  [`${IPTC_CORE}AltTextAccessibility`]: 'alt',
} as const
type Name = (typeof properties)[keyof typeof properties]

/** One text, or the items of a list. Of texts in several languages the default one comes first. */
export type XmpTexts = Partial<Record<Name, string[]>>

const PACKET_BYTES_MOST = 1024 * 1024
const DEPTH_MOST = 40
const TEXT_MOST = 10_000
const ITEMS_MOST = 100

/**
 * The texts in the XMP packet of a picture. Read by a streaming parser that knows no document types, so time grows with
 * the length only; a packet that is not well-formed gives what came before the fault.
 */
export function readXmp(packet: Buffer | undefined): XmpTexts {
  const texts: XmpTexts = {}
  if (!packet) return texts
  const parser = new SaxesParser({ xmlns: true })
  /** `uri + local name` of the open elements. */
  const open: string[] = []
  let item: { text: string; first: boolean } | undefined
  let name: Name | undefined

  const add = (to: Name, text: string, first = false) => {
    const items = (texts[to] ??= [])
    if (text.trim() === '' || items.length >= ITEMS_MOST) return
    if (first) items.unshift(text)
    else items.push(text)
  }
  const describesPicture = () => open.at(-1) === `${RDF}Description` && open.at(-2) === `${RDF}RDF`
  const propertyOf = (key: string): Name | undefined =>
    Object.hasOwn(properties, key) ? properties[key as keyof typeof properties] : undefined

  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const key = `${uri}${local}`
    if (open.length >= DEPTH_MOST) throw new Error('nested too deeply')
    if (name === undefined && describesPicture()) {
      name = propertyOf(key)
      item = name && { text: '', first: false }
    } else if (name !== undefined && key === `${RDF}li`) {
      const isDefault =
        open.at(-1) === `${RDF}Alt` &&
        Object.values(attributes).some((one) => one.name === 'xml:lang' && one.value === 'x-default')
      item = { text: '', first: isDefault }
    }
    open.push(key)
    if (!describesPicture()) return
    for (const attribute of Object.values(attributes)) {
      const property = propertyOf(`${attribute.uri}${attribute.local}`)
      if (property) add(property, attribute.value)
    }
  })
  const take = (text: string) => {
    if (item && item.text.length < TEXT_MOST) item.text += text.slice(0, TEXT_MOST)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', () => {
    const key = open.pop()
    if (name === undefined) return
    const ends = describesPicture()
    if (item && (ends || key === `${RDF}li`)) {
      add(name, item.text, item.first)
      item = undefined
    }
    if (ends) name = undefined
  })
  try {
    parser.write(new TextDecoder().decode(packet.subarray(0, PACKET_BYTES_MOST)))
  } catch {
    // What others wrote into a file is no reason to refuse the picture.
  }
  return texts
}
