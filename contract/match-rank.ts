/**
 * How well a name fits what was typed, whatever the case: 4 is it, 3 begins with it, 2 has a word that begins with it,
 * 1 contains it, else 0. The server's lists rank rows by the same steps.
 */
export function matchRank(name: string, typed: string): number {
  const [text, wanted] = [name.normalize('NFKC').toLowerCase(), typed.normalize('NFKC').trim().toLowerCase()]
  if (!wanted) return 0
  if (text === wanted) return 4
  if (text.startsWith(wanted)) return 3
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return 2
  return text.includes(wanted) ? 1 : 0
}

/** By which kinds are put in order: as `matchRank`, but the beginning of a name counts no more than that of a word in it. */
export const kindRank = (name: string, typed: string): number => {
  const rank = matchRank(name, typed)
  return rank === 3 ? 2 : rank
}
