import { describe, expect, test } from 'vitest'
import { openEditor, roundTrip } from './testing/open-editor.ts'

const samples = await Promise.all(
  ['64-block-test-data.xml', 'themeunittestdata.wordpress.xml'].map(async (name) => {
    const reply = await fetch(`/editor-samples/${name}`)
    const isThere = reply.headers.get('content-type')?.includes('xml') === true
    return { name, bodies: isThere ? bodiesOf(await reply.text()) : [] }
  }),
)

function bodiesOf(xml: string): { title: string; html: string }[] {
  const items = [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('item')]
  return items
    .map((item) => ({
      title: item.querySelector('title')?.textContent ?? '',
      html: item.getElementsByTagName('content:encoded')[0]?.textContent ?? '',
    }))
    .filter(({ html }) => html.trim())
}

const COUNTED =
  'img,iframe,video,audio,table,thead,tfoot,tr,td,th,ul,ol,li,h1,h2,h3,h4,h5,h6,blockquote,cite,figure,figcaption,details,sup,sub,pre,hr,a[href]'.split(
    ',',
  )

function contentOf(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Only what can run or submit is taken out on purpose.
  for (const element of page.querySelectorAll(
    'script,style,form,input,button,select,iframe:not([src^="https://www.youtube"],[src^="https://player.vimeo"])',
  ))
    element.remove()
  return {
    text: (page.body.textContent ?? '').replace(/\s+/g, ''),
    counts: Object.fromEntries(COUNTED.map((selector) => [selector, page.querySelectorAll(selector).length])),
  }
}

describe.each(samples)('articles of $name', ({ name, bodies }) => {
  if (bodies.length === 0) {
    test(`are not on this machine: ${name} lies outside the repository`, () => expect(bodies).toEqual([]))
    return
  }
  test.each(bodies)('$title opens and saves with its text and every picture, table, list and heading', ({ html }) => {
    const saved = roundTrip(html)
    expect(contentOf(saved)).toEqual(contentOf(html))
    expect(roundTrip(saved)).toBe(saved)
  })

  test('are mostly editable: few blocks are kept as raw HTML', () => {
    let kept = 0
    const tags: string[] = []
    const editor = openEditor('', {
      onUnknownContent: (list) =>
        list.forEach((entry) => entry.kind === 'kept' && (kept++, tags.push(entry.html.slice(0, 300)))),
    })
    let blocks = 0
    for (const { html } of bodies) {
      editor.setContent(html)
      blocks += editor.root.childElementCount
    }
    editor.remove()
    console.log(name, kept, 'of', blocks, tags.join('\n'))
    expect(kept / blocks).toBeLessThan(0.05)
  })
})
