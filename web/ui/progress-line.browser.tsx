import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import { ProgressLine } from './progress-line.tsx'
import { showScreen } from './testing/show-screen.tsx'

function Cooking() {
  const [done, setDone] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setDone(done + 10)}>
        Stir
      </button>
      <ProgressLine label="Progress of the soup" done={done} total={100}>
        {done} of 100 dishes
      </ProgressLine>
    </>
  )
}

test('each step is shown, and only each quarter is read aloud', async () => {
  showScreen(<Cooking />)
  const stir = page.getByRole('button', { name: 'Stir' })
  const spoken = new Set<string>()
  for (let done = 10; done <= 90; done += 10) {
    await stir.click()
    await expect.element(page.getByText(`${done} of 100 dishes`)).toBeVisible()
    await expect
      .poll(() => page.getByRole('status').element().textContent)
      .toBe(done < 25 ? 'Progress of the soup' : `Progress of the soup: ${Math.floor(done / 25) * 25}%`)
    spoken.add(page.getByRole('status').element().textContent)
  }
  expect([...spoken]).toHaveLength(4)
  await expect
    .element(page.getByRole('progressbar', { name: 'Progress of the soup' }))
    .toHaveAttribute('aria-valuenow', '90')
})
