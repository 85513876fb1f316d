import { afterEach, expect, test } from 'vitest'
import { openEditor } from './testing/open-editor.ts'

const ran: string[] = []
Object.assign(window, { ran })
const alert = window.alert
window.alert = (message) => void ran.push(String(message))
afterEach(() => {
  ran.length = 0
})

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>',
  '<iframe src="https://user@www.youtube.com/embed/x"></iframe>',
  '<iframe src="//evil.example/"></iframe>',
  '<form name=nodeName><input name=attributes><button formaction=javascript:alert(1)>x</button></form>',
  '<form><input name=parentNode></form><p>x</p>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<video><source onerror=alert(1)></video>',
  '<video src=x onloadstart=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import "//evil.example";</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<div data-kept-html><img src=x onerror=alert(1)></div>',
  '<figure><img src=x onerror=alert(1)><figcaption onclick=alert(1)>x</figcaption></figure>',
  '<ul data-type="taskList"><li data-type="taskItem" onmouseover=alert(1)>x</li></ul>',
  '<table><caption><img src=x onerror=alert(1)></caption><tr><td>x</td></tr></table>',
  '<p><a href="https://x.example" ping="//evil.example" onclick=alert(1)>x</a></p>',
]

test.each(PAYLOADS)('%s neither runs nor stays', async (payload) => {
  const editor = openEditor(payload)
  const html = editor.getContent()
  // Twice: what a mutation would wake up only shows on the second reading.
  editor.setContent(html)
  const box = new DOMParser().parseFromString(editor.getContent(), 'text/html')
  for (const root of [box, editor.host]) {
    expect(
      root.querySelector('script, object, embed, base, meta, form, iframe:not([src^="https://www.youtube.com/"])'),
    ).toBeNull()
    for (const element of root.querySelectorAll('body *')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^srcdoc$|^ping$|^formaction$/i)
        expect(value).not.toMatch(/^\s*(javascript|data:text)/i)
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(ran).toEqual([])
  editor.remove()
})

test('5,000 nested elements do not hang the editor', () => {
  const editor = openEditor('<div>'.repeat(5000) + 'x' + '</div>'.repeat(5000))
  expect(editor.getContent()).toContain('x')
  editor.remove()
})

test("it works under script-src 'self' without eval, and under Trusted Types", async () => {
  const frame = document.createElement('iframe')
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; require-trusted-types-for 'script'"
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="stylesheet" href="/editor/editor.css"><div id="host"></div><script src="/editor/editor.config.js"></script><script src="/editor/editor.all.min.js"></script>`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const inside = frame.contentWindow as typeof window
  const broken: string[] = []
  inside.document.addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective))
  const editor = inside.CopydeskEditor!.getEditor('host')
  editor.setContent('<h2>Title</h2><table><caption>kept</caption><tr><td>x</td></tr></table><p><b>text</b></p>')
  expect(editor.getContent()).toContain('<strong>text</strong>')
  inside.document.querySelector<HTMLButtonElement>('[aria-label="HTML source"]')!.click()
  const paste = new inside.DataTransfer()
  paste.setData('text/html', '<p><b>pasted</b></p>')
  inside.document.querySelector<HTMLButtonElement>('[aria-label="HTML source"]')!.click()
  editor.root.dispatchEvent(
    new inside.ClipboardEvent('paste', { clipboardData: paste, bubbles: true, cancelable: true }),
  )
  await expect.poll(() => editor.getContent()).toContain('pasted')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(broken).toEqual([])
  editor.destroy()
  frame.remove()
  window.alert = alert
})
