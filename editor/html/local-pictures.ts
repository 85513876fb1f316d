/** Of a picture whose bytes did not come with the text; its name follows. */
const MISSING = 'data:image/x-missing,'
/** Of a picture whose bytes are beside the text; its number among them follows. */
const COPY = 'data:image/x-copy,'

const LOCAL = '(?:file|cid|mhtml|x-apple-ql-id):'
const LOCAL_IMAGE = new RegExp(
  `<img\\b[^>]*\\bsrc\\s*=\\s*(?:"${LOCAL}[^"]*"|'${LOCAL}[^']*'|${LOCAL}[^\\s>]*)[^>]*>`,
  'gi',
)
const SOURCE = /(\bsrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>]*))/i

/**
 * Pictures that are files of the person's computer: each becomes a mark for the copy that came beside the text, in their
 * order, or for a missing one. `pictureOf` reads the marks.
 * @param copies how many came beside the text
 */
export function markLocalPictures(html: string, copies: number): string {
  // With more or fewer copies than pictures it is not known which belongs to which.
  const isComplete = html.match(LOCAL_IMAGE)?.length === copies
  let at = 0
  return html.replace(LOCAL_IMAGE, (image) =>
    image.replace(SOURCE, (_, attribute: string, a?: string, b?: string, c?: string) => {
      const mark = isComplete ? `${COPY}${at++}` : MISSING + encodeURIComponent(nameOf(a ?? b ?? c ?? ''))
      return `${attribute}"${mark}"`
    }),
  )
}

const nameOf = (address: string) => address.split(/[\\/:]/).at(-1) ?? ''

/** What a mark stands for: the number of a copy, or the name of a missing file; null for any other address. */
export function markedPicture(address: string): { copy: number } | { missing: string } | null {
  if (address.startsWith(COPY)) return { copy: Number(address.slice(COPY.length)) }
  return address.startsWith(MISSING) ? { missing: decodeURIComponent(address.slice(MISSING.length)) } : null
}

// Between the kind and the bytes there may be a group with an identifier.
const RTF_PICTURE = /\\(png|jpeg)blip\b(?:[^{}]*\{[^{}]*\})?([^{}]*)\}/g

/**
 * The pictures that came beside a text: those of its RTF, or else the files. Word adds a picture of the text itself, so files
 * beside an RTF text are none of its pictures.
 */
export function copiesOf(transfer: DataTransfer | null): File[] {
  const rtf = transfer?.getData('text/rtf') ?? ''
  if (rtf) return picturesOfRtf(rtf)
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith('image/'))
}

function picturesOfRtf(rtf: string): File[] {
  return [...rtf.matchAll(RTF_PICTURE)].flatMap(([, kind, content = '']) => {
    const hex = content.replace(/\\[a-z]+-?\d* ?/gi, '').replace(/[^\da-f]/gi, '')
    const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16))
    return bytes.length > 0 ? [new File([bytes], `image.${kind}`, { type: `image/${kind}` })] : []
  })
}
