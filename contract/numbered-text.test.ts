import { expect, it } from 'vitest'
import { numberedText } from './numbered-text.ts'

it('every {n} becomes the number', () => expect(numberedText('Day {n} ({n})', 7)).toBe('Day 7 (7)'))

it('a text without a place for the number stays as it is', () => expect(numberedText('Rain {N}', 7)).toBe('Rain {N}'))
