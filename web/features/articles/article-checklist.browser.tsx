import { Box } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { publishRequirements } from '#contract/article-actions.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { MissingList } from './article-checklist.tsx'

test('a line of the checklist is shown whole, in as many lines as its words need', async () => {
  const jumps: string[] = []
  showScreen(
    <Box w={170} p={8}>
      <MissingList missing={publishRequirements} jumpTo={(field) => jumps.push(field)} />
    </Box>,
  )
  const long = page.getByRole('button', { name: 'Describe the cover for people who cannot see it' })
  await expect.element(long).toBeVisible()
  const lines = page.getByRole('button').elements()
  expect(lines).toHaveLength(publishRequirements.length)
  const isCut = (part: Element) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
  const parts = lines.flatMap((line) => [line, ...line.querySelectorAll('span')])
  expect(parts.filter(isCut).map(({ textContent }) => textContent)).toEqual([])
  expect(long.element().getBoundingClientRect().height).toBeGreaterThan(40)
  await long.click()
  expect(jumps).toEqual(['article-field-cover'])
})
