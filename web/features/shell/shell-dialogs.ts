import { createOpener } from '../../ui/opener.ts'

/** The palette of Ctrl+K: everything by its name. */
export const palette = createOpener()
/** All keys that work here. */
export const keyboardHelp = createOpener()
/** The first facts of a new album, on whatever screen. */
export const newAlbum = createOpener()
