/**
 * What to do with each field when somebody else changed the same thing: `take` theirs where I left it alone, and where
 * both of us changed it differently, ask. What we both wrote alike is settled.
 */
export function mergeFields<Fields extends Record<string, unknown>>(base: Fields, mine: Fields, theirs: Fields) {
  const names = Object.keys(base) as (keyof Fields)[]
  const differ = (one: Fields, other: Fields) => (name: keyof Fields) =>
    JSON.stringify(one[name]) !== JSON.stringify(other[name])
  const changed = names.filter(differ(theirs, base))
  return {
    take: changed.filter((name) => !differ(mine, base)(name)),
    ask: changed.filter((name) => differ(mine, base)(name) && differ(mine, theirs)(name)),
  }
}
