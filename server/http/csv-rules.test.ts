import { expect, it } from 'vitest'
import { csvOf } from './csv-rules.ts'

it('a cell is never a formula, and quotes and line breaks stay inside it', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', 'plain', 'a,b', 'say "hi"', 'two\nlines', null]
  expect(csvOf([cells])).toBe(
    `\ufeff'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1", =1,plain,"a,b","say ""hi""","two\nlines",\r\n`,
  )
})

it('numbers stay numbers', () => expect(csvOf([[-1, 0.5]])).toBe('\ufeff-1,0.5\r\n'))
