export const NAME_MAX = 200
// Control and format characters: NUL, line breaks, right-to-left overrides, zero-width and the like, halves of characters.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * The name a picture is shown under, from whatever a client called it: base name only, NFC, nothing invisible,
 * at most 200 characters with its extension kept. Never used as a path.
 */
export function cleanFileName(sent: string, fallback: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  const clean = base.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim()
  if (clean === '' || /^\.+$/.test(clean)) return fallback
  if (clean.length <= NAME_MAX) return clean
  const extension = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  return clean.slice(0, NAME_MAX - extension.length).replace(invisible, '') + extension
}
