/** Random choices that are the same for the same seed: sfc32, whose 128 bits of state keep a million streams apart. */
export type Chance = {
  /** From 0 up to, not including, 1. */
  share: () => number
  /** A whole number from 0 up to, not including, `limit`. */
  below: (limit: number) => number
  pick: <T>(list: readonly T[]) => T
  /** True in one of `n` cases. */
  oneIn: (n: number) => boolean
}

/** @param part which part of the work this is: each has choices of its own, so that they may be made in any order */
export function chanceFrom(seed: number, part: number): Chance {
  let [a, b, c, count] = [seed | 0, part | 0, 0x9e3779b9 | 0, 1]
  const next = () => {
    const mixed = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + mixed) | 0
    return mixed >>> 0
  }
  for (let n = 0; n < 12; n++) next()
  const share = () => next() / 2 ** 32
  const below = (limit: number) => Math.floor(share() * limit)
  return { share, below, pick: (list) => list[below(list.length)]!, oneIn: (n) => below(n) === 0 }
}

/** Picks places of a list by weight; weights may be zero. */
export function weightedPlaces(weights: readonly number[]): (chance: Chance) => number {
  const sums = new Float64Array(weights.length)
  let sum = 0
  weights.forEach((weight, place) => (sums[place] = sum += weight))
  return (chance) => {
    const wanted = chance.share() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** A version 7 UUID of that moment. */
export function uuidAt(milliseconds: number, chance: Chance): string {
  const hex = (bits: number) =>
    chance
      .below(2 ** bits)
      .toString(16)
      .padStart(bits / 4, '0')
  const time = milliseconds.toString(16).padStart(12, '0')
  const variant = '89ab'[chance.below(4)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-${variant}${hex(12)}-${hex(24)}${hex(24)}`
}
