import { expectNoAxeFindings } from './support/accessibility.ts'
import { openSite, READER } from './support/outside-site.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'reader-search' })

/** A page as a site may have it: a search with marks and suggestions, what is hot, and the script that reports both. */
const page = (desk: string) => `<!doctype html><html lang="en"><title>Site</title><main><h1>Site</h1>
  <form role="search"><label>Search <input name="q" list="suggestions" autocomplete="off"></label><button>Find</button></form>
  <datalist id="suggestions"></datalist><p role="status"></p><ol aria-label="Results"></ol><ul aria-label="Hot"></ul></main>
  <script defer src="${desk}/content/v1/beacon.js"></script>
  <script type="module">
    const get = async (path) => (await fetch('${desk}/content/v1' + path)).json()
    const [form, results, hot, status] = ['form', 'ol', 'ul', '[role=status]'].map((one) => document.querySelector(one))
    form.q.addEventListener('input', async () => {
      const { titles } = await get('/search/suggestions?q=' + encodeURIComponent(form.q.value || ' '))
      document.querySelector('datalist').replaceChildren(...titles.map(({ title }) => new Option(title)))
    })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const q = form.q.value
      const { items, total } = await get('/search?q=' + encodeURIComponent(q))
      copydesk.search(q, total)
      status.textContent = total + ' found'
      results.innerHTML = items.map(({ slug, highlight }) =>
        '<li><a href="#' + slug + '">' + highlight.title + '</a><p>' + highlight.excerpt + '</p></li>').join('')
      for (const [place, link] of results.querySelectorAll('a').entries())
        link.addEventListener('click', () => {
          copydesk.searchClick(q, items[place].id, place + 1)
          copydesk.view(items[place].id)
        })
    })
    const showHot = async () => {
      const { items } = await get('/hot')
      hot.innerHTML = items.map(({ title }) => '<li></li>').join('')
      items.forEach(({ title }, place) => (hot.children[place].textContent = title))
    }
    setInterval(showHot, 1000)
  </script>`

test('a reader of another site searches, sees marks, opens a result; it is counted, and hot within a minute', async ({
  browser,
  desk,
  server,
}) => {
  const site = await openSite(() => page(server.url))
  await desk.api('PATCH', '/api/settings', { site: { articleUrl: `${site.url}/{slug}` } })
  // Known to every process within two seconds.
  await expect(async () => {
    const ask = await fetch(`${server.url}/content/v1/hot`, { headers: { origin: site.url } })
    expect(ask.headers.get('access-control-allow-origin')).toBe(site.url)
  }).toPass()
  await desk.createArticle({ status: 'published', title: 'The harbour at night', body: '<p>Lamps & boats.</p>' })
  await desk.createArticle({ status: 'published', title: '港口的灯', body: '<p>夜里的港口。</p>' })
  await desk.createArticle({ status: 'draft', title: 'The harbour is secret' })

  const context = await browser.newContext({ userAgent: READER })
  const reader = await context.newPage()
  const reported: { status: number; body: string }[] = []
  reader.on('response', (reply) => {
    if (reply.url().endsWith('/content/v1/events') && reply.request().method() === 'POST')
      reported.push({ status: reply.status(), body: reply.request().postData() ?? '' })
  })
  await reader.goto(site.url)
  const field = reader.getByLabel('Search')
  await field.fill('harbour')
  await expect(reader.locator('datalist option')).toHaveText(['The harbour at night'])
  await reader.getByRole('button', { name: 'Find' }).click()
  await expect(reader.getByRole('status')).toHaveText('1 found')
  const results = reader.getByRole('list', { name: 'Results' })
  await expect(results.locator('mark').first()).toHaveText('harbour')
  await expectNoAxeFindings(reader, 'search of an outside site')

  await field.fill('港口')
  await reader.getByRole('button', { name: 'Find' }).click()
  await expect(results.getByRole('link')).toHaveText(['港口的灯'])
  await results.getByRole('link').click()
  await expect.poll(() => reported.map(({ body }) => body).join()).toContain('searchClick')
  expect(new Set(reported.map(({ status }) => status))).toEqual(new Set([202]))
  // Counted at the next full minute.
  await expect(reader.getByRole('list', { name: 'Hot' }).getByRole('listitem')).toHaveText(['港口的灯'], {
    timeout: 120_000,
  })
  await context.close()
  site.server.close()
})
