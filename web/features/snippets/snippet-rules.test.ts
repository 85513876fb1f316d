import { expect, it } from 'vitest'
import { hasWords, nameFor, sameName } from './snippet-rules.ts'

it('a snippet is found by several words of its name and its beginning, in any order, and in full-width digits', () => {
  const imprint = { name: 'Imprint 2026', start: 'The paper is made by the people of Linden. 版权声明' }
  for (const search of ['', 'imprint', 'LINDEN imprint', '２０２６', '版权'])
    expect(hasWords(imprint, search), search).toBe(true)
  expect(hasWords(imprint, 'imprint harbour')).toBe(false)
})

it('a name is made of the first words, of a Chinese text of its beginning, and never ends in half a character', () => {
  expect(nameFor('  The paper is made by the people of Linden.')).toBe('The paper is made by the')
  expect(nameFor('灯塔'.repeat(50))).toBe('灯塔'.repeat(20))
  expect(nameFor('😀'.repeat(50))).toBe('😀'.repeat(40))
  expect(nameFor('')).toBe('')
})

it('names are the same whatever their case and the spaces around them', () => {
  expect(sameName(' Imprint', 'IMPRINT ')).toBe(true)
  expect(sameName('Imprint', 'Imprints')).toBe(false)
})
