import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAP, moveBefore, positionsFor, putBack, runsOf } from './album-order-rules.ts'

const letters = 'abcdefgh'.split('')
const spaced = (order: readonly string[], first = GAP, step = GAP) =>
  new Map(order.map((id, index) => [id, first + step * index]))
const inOrder = (positions: ReadonlyMap<string, number>) =>
  [...positions].toSorted(([, a], [, b]) => a - b).map(([id]) => id)

describe('moving', () => {
  it.each([
    ['in front of another', 'gh', 'b', 'aghbcdef'],
    ['to the front', 'ce', 'a', 'ceabdfgh'],
    ['to the end', 'ab', null, 'cdefghab'],
    ['in front of one that moves too: it closes ranks there', 'ace', 'c', 'bacedfgh'],
    ['nowhere', 'cd', 'e', 'abcdefgh'],
  ])('%s keeps the order of those that move', (_what, going, before, after) =>
    expect(moveBefore(letters, new Set(going), before).join('')).toBe(after),
  )
})

describe('positions', () => {
  it('those that stay keep theirs', () => {
    const after = moveBefore(letters, new Set('gh'), 'b')
    const fresh = positionsFor(after, spaced(letters), new Set('gh'))
    expect([...fresh.keys()]).toEqual(['g', 'h'])
    expect(inOrder(new Map([...spaced(letters), ...fresh]))).toEqual(after)
  })

  it('everybody gets a new one where there is no room', () => {
    const after = moveBefore(letters, new Set('h'), 'b')
    const tight = spaced(letters, 5, 1)
    const fresh = positionsFor(after, tight, new Set('h'))
    expect(fresh.size).toBe(letters.length)
    expect(inOrder(fresh)).toEqual(after)
  })

  it('stay whole numbers that JavaScript can tell apart, however often photos move to the front or the end', () => {
    let order = letters
    let now = spaced(order)
    for (let round = 0; round < 5000; round++) {
      const going = new Set([order[round % 7]!])
      const after = moveBefore(order, going, round % 2 ? order[0]! : null)
      now = new Map([...now, ...positionsFor(after, now, going)])
      order = after
    }
    expect(inOrder(now)).toEqual(order)
    expect([...now.values()].every(Number.isSafeInteger)).toBe(true)
  })

  it('any number of moves gives the order that was asked for, and no position twice', () => {
    const move = fc.record({
      going: fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1 }),
      before: fc.option(fc.constantFrom(...letters)),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (moves, step) => {
        let order = letters
        let now = spaced(order, 1, step)
        for (const { going, before } of moves) {
          const after = moveBefore(order, new Set(going), before)
          now = new Map([...now, ...positionsFor(after, now, new Set(going))])
          order = after
          expect(new Set(now.values()).size).toBe(letters.length)
          expect(inOrder(now)).toEqual(order)
        }
      }),
    )
  })
})

describe('putting back', () => {
  it('gives the very order there was, whichever photos moved or went', () =>
    fc.assert(
      fc.property(fc.subarray(letters), fc.option(fc.constantFrom(...letters)), (some, before) => {
        const ids = new Set(some)
        const runs = runsOf(letters, ids)
        expect(putBack(moveBefore(letters, ids, before), runs)).toEqual(letters)
        expect(
          putBack(
            letters.filter((id) => !ids.has(id)),
            runs,
          ),
        ).toEqual(letters)
      }),
    ))

  it('gives the very order there was, in whichever order several removals are undone', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (turns, back) => {
          let order = letters
          let now = spaced(order, 1, 1000)
          const steps = [1, 2, 3].map((turn) => {
            const gone = new Set(letters.filter((_, at) => turns[at] === turn))
            const runs = runsOf(order, gone, now)
            order = order.filter((id) => !gone.has(id))
            return {
              runs,
              positions: new Map(
                runs.flatMap(({ ids, positions = [] }) => ids.map((id, at) => [id, positions[at]!] as const)),
              ),
            }
          })
          for (const { runs, positions } of back ? steps.toReversed() : steps) {
            const here = new Map([...now].filter(([id]) => order.includes(id)))
            order = putBack(order, runs, here)
            now = new Map([...here, ...positionsFor(order, here, new Set(positions.keys()), positions)])
          }
          expect(order).toEqual(letters)
        },
      ),
    ))

  it('finds a place though the neighbours are gone', () => {
    const runs = runsOf(letters, new Set('cd'))
    expect(putBack('aefgh'.split(''), runs).join('')).toBe('acdefgh')
    expect(putBack('afgh'.split(''), runs).join('')).toBe('afghcd')
    expect(putBack('bxfgh'.split(''), runs).join('')).toBe('bcdxfgh')
  })
})
