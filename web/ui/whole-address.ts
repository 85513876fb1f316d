const HOST_AND_MORE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u

/** An address that was typed without a scheme, as `example.org/offer`, with https; anything else as it is, without spaces around. */
export function wholeAddress(typed: string): string {
  const text = typed.trim()
  return HOST_AND_MORE.test(text) ? `https://${text}` : text
}
