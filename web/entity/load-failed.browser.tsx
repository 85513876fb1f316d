import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../api/call.ts'
import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { showScreen } from '../ui/testing/show-screen.tsx'
import { LoadFailed } from './load-failed.tsx'

test('the number of the request begins a line of its own below the sentence', async () => {
  const requestId = '4d2f8a10-1111-4222-8333-444455556666'
  const problem = { type: '', title: '', status: 503, code: 'busy', requestId, reasons: ['database_away'] } as const
  await page.viewport(320, 800)
  showScreen(
    <LoadFailed
      title="Not loaded"
      error={new ApiError('busy', { ...problem, reasons: ['database_away'] })}
      onRetry={() => undefined}
    />,
  )
  const sentence = page.getByText(/^The server cannot reach its database\./)
  await expect.element(sentence).toBeVisible()
  const end = document.createRange()
  end.selectNodeContents(sentence.element().firstChild ?? sentence.element())
  const number = page
    .getByText(/^Request/)
    .element()
    .getBoundingClientRect()
  expect(number.top).toBeGreaterThanOrEqual(end.getBoundingClientRect().bottom)
})

test.each([
  ['database_away', 'administrator', /check that PostgreSQL runs and that DATABASE_URL is right/],
  ['database_away', 'editor', /tell an administrator if it stays so/],
  ['storage_away', 'administrator', /“Storage” under “Health” says why/],
  ['storage_away', 'editor', /tell an administrator if it stays so/],
] as const)('of %s the %s reads what to do', async (reason, role, advice) => {
  onTestFinished(() => queryClient.clear())
  queryClient.setQueryData(meQuery.queryKey, { role } as never)
  const problem = { type: '', title: '', status: 503, requestId: '1', reasons: [reason] }
  const error = new ApiError('busy', { ...problem, code: 'busy' })
  showScreen(<LoadFailed title="Not loaded" error={error} onRetry={() => undefined} />)
  const sentence = page.getByText(/^The server cannot reach/)
  await expect.element(sentence).toMatchTextContent(advice)
  if (role === 'administrator') await expect.element(sentence).not.toMatchTextContent(/tell an administrator/)
})
