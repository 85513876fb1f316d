import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const squeeze = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
]
const PRODUCT = 'copydesk'
const MUST_REMAIN = 8

/**
 * Why a long enough password is still a bad one: attackers try it first. One clause in English, or undefined.
 * @param person what must not be all there is in it
 */
export function passwordProblem(password: string, person: { email: string; name: string }): string | undefined {
  const lower = password.toLowerCase()
  const plain = squeeze(lower)
  if (common.has(lower) || (common.has(plain) && plain === lower))
    return 'this password is on the list that attackers try first'
  if (isRepeated(lower)) return 'it repeats the same few characters'
  if (plain.length >= MUST_REMAIN && isRun(plain)) return 'it is a row of the keyboard or the alphabet'
  const rest = known(person).reduce((left, word) => left.replaceAll(word, ''), plain)
  if (rest.length < plain.length && rest.length < MUST_REMAIN)
    return 'it is little more than the e-mail address, the name or the name of this product'
  return undefined
}

const known = ({ email, name }: { email: string; name: string }): string[] =>
  [email, email.split('@')[0] ?? '', ...email.split(/[@.]/), name, ...name.split(/\s+/), PRODUCT]
    .map(squeeze)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)

/** One to five characters over and over, as in `abcabcabcabcabc`. */
const isRepeated = (value: string): boolean =>
  [1, 2, 3, 4, 5].some(
    (size) =>
      value ===
      value
        .slice(0, size)
        .repeat(Math.ceil(value.length / size))
        .slice(0, value.length),
  )

const isRun = (plain: string): boolean =>
  runs.some((run) => {
    const twice = run + run
    return twice.includes(plain) || twice.split('').toReversed().join('').includes(plain)
  })
