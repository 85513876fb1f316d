// As the sanitiser leaves it: nothing inside. Sanitised text has no comments, so one can mark the place meanwhile.
const MARK = /<div data-missing-picture="[^>]*><\/div>/g
const PLACE = '<!---->'
const BOX_OF_NOTHING_ELSE = /<(li|ul|ol|dd|dl|blockquote|details|figure|div)\b[^>]*>(?:<p><\/p>)?(?:<!---->)+<\/\1>/g

/** A text without the places of pasted pictures that are missing, and without what nothing else is in: readers see neither. */
export function withoutMissingPictures(html: string): string {
  if (!html.includes('<div data-missing-picture=')) return html
  let rest = html.replace(MARK, PLACE)
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(BOX_OF_NOTHING_ELSE, PLACE)
  }
  return rest.replaceAll(PLACE, '')
}
