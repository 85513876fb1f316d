import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cancelTypeAhead, isTypingAhead, startTypeAhead, takeTypeAhead } from './type-ahead.ts'

const row = document.createElement('button')
beforeEach(() => {
  document.body.append(row)
  row.focus()
  onTestFinished(() => {
    cancelTypeAhead()
    row.remove()
  })
})

test('a form that does not come gives the focus back to where it was, and takes the keys no more', async () => {
  startTypeAhead('Title')
  expect(isTypingAhead()).toBe(true)
  await userEvent.keyboard('lost')
  cancelTypeAhead()
  expect(document.activeElement).toBe(row)
  expect(document.querySelector('[data-type-ahead]')).toBeNull()
  expect(takeTypeAhead(() => {})).toBe(false)
})

test('Escape gives the focus back, too', async () => {
  startTypeAhead('Title')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(row)
})

test('whoever has gone on to another part of the page meanwhile keeps the focus there', async () => {
  const other = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => other.remove())
  startTypeAhead('Title')
  other.focus()
  cancelTypeAhead()
  expect(document.activeElement).toBe(other)
})
