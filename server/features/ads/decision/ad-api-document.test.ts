import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import type { DecidedAd } from '#contract/ad-delivery.ts'
import { createAdSite } from './testing/site.ts'

const site = await createAdSite()
const { app, createAd, createPlacement, createArticle, decideOne, countsOf } = site

/** The commands of the worked example in docs/api.md, in their order. */
async function exampleCalls() {
  const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const block = /### Ads without the script[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split(/^(?=curl |#)/m)
    .filter((command) => command.startsWith('curl '))
    .map((line) => ({
      url: /"\$site([^"]*)"/.exec(line)?.[1] ?? '',
      userAgent: / -A '([^']*)'/.exec(line)?.[1] ?? 'curl/8.5.0',
      body: / -d '([^']*)'/.exec(line)?.[1],
    }))
}

let calls: Awaited<ReturnType<typeof exampleCalls>>
beforeAll(async () => {
  calls = await exampleCalls()
})

it('the worked example of docs/api.md asks for an ad and has its impression, its view and its click counted', async () => {
  const place = await createPlacement({ key: 'sidebar-of-docs' })
  const ad = await createAd({ status: 'approved', placements: [place.id] })
  const article = await createArticle({ status: 'published' })
  await expect.poll(() => decideOne(`placement=${place.key}`)).not.toBeNull()
  let shown: DecidedAd | undefined
  const filled = (text: string) =>
    text
      .replaceAll('ARTICLE', article.id)
      .replaceAll('KEY', place.key)
      .replaceAll('AD_ID', shown?.id ?? '')
      .replaceAll('PLACEMENT_ID', shown?.placement ?? '')
      .replaceAll('TOKEN', shown?.impression ?? '')
  const statuses: number[] = []
  for (const { url, userAgent, body } of calls) {
    const reply = await app.inject({
      url: filled(url),
      remoteAddress: '203.0.113.9',
      headers: { 'user-agent': userAgent },
      ...(body && { method: 'POST', payload: JSON.parse(filled(body)) as object }),
    })
    statuses.push(reply.statusCode)
    shown ??= reply.json<{ items: { ad: DecidedAd }[] }>().items[0]?.ad
  }
  expect(statuses).toEqual([200, 202, 302])
  expect(await countsOf(ad)).toMatchObject({ impressions: 1, viewable: 1, clicks: 1 })
})
