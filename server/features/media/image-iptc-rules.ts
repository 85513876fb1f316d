/** Datasets of the application record (2) of IPTC-IIM. */
const datasets = { 5: 'title', 80: 'byline', 105: 'headline', 110: 'credit', 116: 'copyright', 120: 'caption' } as const
type Name = (typeof datasets)[keyof typeof datasets]

export type IptcTexts = Partial<Record<Name, Buffer[]>>

const IIM_RESOURCE = 0x0404
const DATASET_MARK = 0x1c
const DATASETS_MOST = 2000

/**
 * The texts in the IPTC block of a picture, as bytes and in the order of the file; a dataset may repeat. Takes the
 * Photoshop resources of a JPEG or a bare IPTC record. Stops at the first fault.
 */
export function readIptc(block: Buffer | undefined): IptcTexts {
  const texts: IptcTexts = {}
  if (!block) return texts
  const record = block[0] === DATASET_MARK ? block : iimResource(block)
  for (let at = 0, count = 0; record && at + 5 <= record.length && count < DATASETS_MOST; count++) {
    const length = record.readUInt16BE(at + 3)
    // The highest bit announces a longer length field, which no text needs.
    if (record[at] !== DATASET_MARK || length > 0x7fff || at + 5 + length > record.length) break
    const name = record[at + 1] === 2 ? datasets[record[at + 2] as keyof typeof datasets] : undefined
    if (name) (texts[name] ??= []).push(record.subarray(at + 5, at + 5 + length))
    at += 5 + length
  }
  return texts
}

/** The IPTC record among the Photoshop image resources. */
function iimResource(block: Buffer): Buffer | undefined {
  const even = (length: number) => length + (length % 2)
  let at = block.toString('latin1', 0, 13) === 'Photoshop 3.0' ? 14 : 0
  while (at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM') {
    const id = block.readUInt16BE(at + 4)
    // The name is a Pascal string: its length byte counts into the padding.
    const size = at + 6 + even(1 + (block[at + 6] ?? 0))
    if (size + 4 > block.length) return undefined
    const length = block.readUInt32BE(size)
    if (id === IIM_RESOURCE) return block.subarray(size + 4, size + 4 + length)
    at = size + 4 + even(length)
  }
  return undefined
}
