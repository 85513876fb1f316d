/**
 * Footnotes in the HTML of a body. In the text, where a note belongs: `<sup><a id="fnref-NAME" href="#fn-NAME" …>1</a></sup>`. At its end
 * `<ol class="footnotes">`, an item for each note in the order of the text: `<li id="fn-NAME">the note <a href="#fnref-NAME" …>↩</a></li>`.
 */
export type Footnote = { name: string; html: string }

/** A body taken apart: its text, with `notes[i]` between `pieces[i]` and `pieces[i + 1]`. */
export type FootnotedText = { pieces: string[]; notes: Footnote[]; backWords: string }

/** Ids of notes and of the places they belong to; the older form, `note-…` and `note-ref-…`, is read, too. */
export const FOOTNOTE_ID = /^(?:fn|fnref|note|note-ref)-[0-9a-f]{8}$/
export const NOTE_ID = /^(?:fn|note)-([0-9a-f]{8})$/
export const PLACE_ID = /^(?:fnref|note-ref)-([0-9a-f]{8})$/
export const NOTE_HREF = /^#(?:fn|note)-([0-9a-f]{8})$/
/** Links between marks and notes, in both directions. */
export const FOOTNOTE_HREF = /^#(?:fn|fnref|note|note-ref)-[0-9a-f]{8}$/
export const PLACE_HREF = /^#(?:fnref|note-ref)-([0-9a-f]{8})$/

/** A name that no other note has, noted as used. */
export function freeName(name: string, isTaken: (name: string) => boolean, used: Map<string, string>): string {
  for (let number = parseInt(name, 16); ;) {
    number = (number + 1) % 2 ** 32
    const next = number.toString(16).padStart(8, '0')
    if (isTaken(next) || used.has(next)) continue
    used.set(next, '')
    return next
  }
}
