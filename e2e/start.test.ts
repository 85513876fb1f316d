import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'whole' })

test('the console and the editor engine answer as soon as the server says it is ready', async ({ page, request }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/\S/)
  for (const path of ['/readyz', '/editor/editor.all.min.js', '/editor/editor.config.js']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
  }
})
