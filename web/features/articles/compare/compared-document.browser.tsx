import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../api/query-client.ts'
import { showScreen } from '../../../ui/testing/show-screen.tsx'
import { CompareFrame } from './compare-frame.tsx'
import { ComparedDocument } from './compared-document.tsx'

/** As in a dialog, which scrolls by itself. */
function compare(before: string, after: string) {
  localStorage.removeItem('copydesk.compareLayout')
  showScreen(
    <QueryClientProvider client={queryClient}>
      <div style={{ height: 500, overflowY: 'auto' }}>
        <CompareFrame labels={{ before: 'Readers see', after: 'With the changes' }}>
          <section aria-label="Text">
            <ComparedDocument before={before} after={after} />
          </section>
        </CompareFrame>
      </div>
    </QueryClientProvider>,
  )
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const row = (day: string, count: string) => `<tr><td>${day}</td><td>${count}</td></tr>`
const text = (label = 'Text') => page.getByRole('region', { name: label, exact: true })
const words = () => text().element().textContent
const status = () => page.getByRole('status')
const sames = Array.from({ length: 8 }, (_, n) => `<p>Paragraph ${n} is the same in both versions.</p>`).join('')

test('what changed is marked, said in words for screen readers, and reached by button and key', async () => {
  compare(
    `<p>The old bridge is closed.</p>${sames}<figure><img src="/missing.png" alt="A boat"></figure><table>${row('Monday', '12')}${row('Sunday', '6')}</table>`,
    `<p>The <b>new</b> bridge is <b>closed</b>.</p>${sames}<table>${row('Monday', '15')}${row('Friday', '9')}${row('Sunday', '6')}</table>`,
  )
  await expect.element(text().getByRole('deletion').first()).toHaveTextContent('removed: old')
  await expect.element(text().getByRole('insertion').first()).toHaveTextContent('added: new')
  await expect.poll(words).toContain('[now bold]')
  const picture = page.getByRole('group', { name: 'Picture · removed' })
  await expect.element(picture.getByRole('deletion')).toHaveTextContent('removed: A boat')
  await expect.element(page.getByRole('cell', { name: 'changed cell: removed: 12 added: 15' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Row added .*Friday/ })).toBeVisible()

  await expect.element(status()).toHaveTextContent('Changes: 4')
  await page.getByRole('button', { name: 'Next change' }).click()
  await expect.element(status()).toHaveTextContent('Change 1 of 4')
  await userEvent.keyboard('n')
  await expect.element(status()).toHaveTextContent('Change 2 of 4')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Picture · removed')
  await userEvent.keyboard('pp')
  await expect.element(status()).toHaveTextContent('Change 4 of 4')

  expect(words()).not.toContain('Paragraph 4')
  await page.getByRole('button', { name: 'Show 6 unchanged passages' }).click()
  await expect.poll(words).toContain('Paragraph 4')

  await page.getByText('Side by side').click()
  await expect.element(status()).toHaveTextContent('Change 3 of 3')
  await page.getByText('One text').click()
  await expect.element(status()).toHaveTextContent('Change 3 of 4')
})

test('nothing of the HTML is rendered but text and pictures from the web', async () => {
  Object.assign(window, { wasRun: false })
  const bad = `<p onclick="wasRun=true">Word <img src="javascript:wasRun=true" onerror="wasRun=true" alt="x"> &lt;script&gt;</p>
    <script>wasRun=true</script><a href="javascript:wasRun=true">link</a><iframe src="javascript:wasRun=true"></iframe>
    <figure><img src="${PIXEL}" alt="inline data"></figure><svg onload="wasRun=true"></svg>`
  compare('<p>Nothing of this.</p>', bad)
  await expect.poll(words).toContain('<script>')
  await expect.poll(words).toContain('Picture: javascript:wasRun=true')
  const shown = text().element()
  expect(shown.querySelectorAll('script, iframe, svg, a, img, [onclick], [onerror], [style*=url]')).toHaveLength(0)
  expect((window as unknown as { wasRun: boolean }).wasRun).toBe(false)
})

test('equal words with other HTML are said to be equal', async () => {
  compare('<p><b>Old</b> town</p>', '<p><strong>Old</strong> town</p>')
  await expect.poll(words).toContain('Both versions read the same. Only their HTML differs.')
  await expect.element(status()).toHaveTextContent('No changes')
})
