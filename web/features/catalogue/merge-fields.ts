/**
 * What to do with each field when somebody else changed the same thing: `take` theirs where I left it alone, and where
 * both of us changed it differently, ask. What we both wrote alike is settled.
 */
export function mergeFields<Fields extends Record<string, unknown>>(base: Fields, mine: Fields, theirs: Fields) {
  const names = Object.keys(base) as (keyof Fields)[]
  const changed = names.filter((name) => theirs[name] !== base[name])
  return {
    take: changed.filter((name) => mine[name] === base[name]),
    ask: changed.filter((name) => mine[name] !== base[name] && mine[name] !== theirs[name]),
  }
}
