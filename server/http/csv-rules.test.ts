import { expect, it } from 'vitest'
import { csvOf } from './csv-rules.ts'

it('R36 a cell is never a formula, and quotes and line breaks stay inside it', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', 'plain', 'a,b', 'say "hi"', 'two\nlines', null]
  expect(csvOf([cells])).toBe(
    `\ufeff'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1", =1,plain,"a,b","say ""hi""","two\nlines",\r\n`,
  )
})

it('R36 full-width signs are formulas too, and a cell with a semicolon is quoted: some spreadsheets begin another one there', () => {
  expect(csvOf([['＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1', 'Acme; Sons']])).toBe(
    `\ufeff'＝1+1,'＋1,'－1,'＠SUM(A1),"'\n=1","Acme; Sons"\r\n`,
  )
})

it('numbers stay numbers', () => expect(csvOf([[-1, 0.5]])).toBe('\ufeff-1,0.5\r\n'))
