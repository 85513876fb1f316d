import { describe, expect, it } from 'vitest'
import { sanitizeBody } from '../articles/body-html.ts'
import { convertGhostBody } from './ghost-body.ts'
import type { BodyFormat } from './import-records.ts'
import { lexical, paragraph, text } from './testing/ghost-file.ts'

/** As it is stored, and what is said of it. */
function convert(content: string, format: BodyFormat) {
  const converted = convertGhostBody(content, {
    format,
    siteUrl: 'https://old.example',
    markup: (html) => html,
    picture: () => undefined,
  })
  return { html: sanitizeBody(converted?.html ?? ''), notes: converted?.notes.map(({ element }) => element) ?? [] }
}
const ofLexical = (...nodes: unknown[]) => convert(lexical(...nodes), 'lexical')
const ofCard = (name: string, fields: object) =>
  convert(
    JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [[name, fields]], sections: [[10, 0]] }),
    'mobiledoc',
  )
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []

describe('Lexical', () => {
  it('paragraphs, headings, quotations, marks, links and line breaks', () => {
    const { html, notes } = ofLexical(
      { type: 'extended-heading', tag: 'h3', children: [text('Head')] },
      paragraph(
        text('a '),
        text('b', 1),
        text('c', 3),
        text('d', 16),
        text('e', 4 + 8),
        text('f', 32),
        text('g', 64),
        text('h', 128),
      ),
      paragraph(
        { type: 'link', url: 'https://x.example/?a=1&b=2', children: [text('link')] },
        { type: 'linebreak' },
        text('<next>'),
      ),
      { type: 'extended-quote', children: [text('Said')] },
      { type: 'aside', children: [text('Aside')] },
    )
    expect(html).toBe(
      '<h3>Head</h3><p>a <strong>b</strong><strong><em>c</em></strong><code>d</code><s><u>e</u></s><sub>f</sub><sup>g</sup><mark>h</mark></p>' +
        '<p><a href="https://x.example/?a=1&amp;b=2" rel="noopener">link</a><br>&lt;next&gt;</p>' +
        '<blockquote><p>Said</p></blockquote><blockquote><p>Aside</p></blockquote>',
    )
    expect(notes).toEqual([])
  })

  it('lists within lists', () => {
    const item = (...children: unknown[]) => ({ type: 'listitem', children })
    const inner = { type: 'list', listType: 'number', start: 3, children: [item(text('inner'))] }
    const { html } = ofLexical({
      type: 'list',
      listType: 'bullet',
      children: [item(text('one')), item(inner), item(text('two'))],
    })
    expect(html).toBe('<ul><li>one<ol start="3"><li>inner</li></ol></li><li>two</li></ul>')
  })

  it('a list that begins with a list, and a block that no one knows, lose no word', () => {
    const list = {
      type: 'list',
      children: [
        { type: 'listitem', children: [{ type: 'list', children: [{ type: 'listitem', children: [text('deep')] }] }] },
      ],
    }
    const { html, notes } = ofLexical(list, {
      type: 'of-tomorrow',
      headline: 'New',
      body: '<p>Words</p>',
      color: 'red',
      version: 1,
    })
    expect(wordsOf(html)).toEqual(['deep', 'New', 'Words'])
    expect(notes).toEqual(['ghost:of-tomorrow'])
  })
})

describe('Mobiledoc', () => {
  it('sections, markups that overlap markers, atoms and lists', () => {
    const { html } = convert(
      JSON.stringify({
        version: '0.3.1',
        atoms: [['soft-return', '', {}]],
        markups: [['strong'], ['a', ['href', 'https://x.example/', 'rel', 'nofollow']]],
        cards: [],
        sections: [
          [1, 'h2', [[0, [], 0, 'Head']]],
          [
            1,
            'p',
            [
              [0, [], 0, 'a '],
              [0, [0], 0, 'b'],
              [0, [1], 2, 'c'],
              [1, [], 0, 0],
              [0, [], 0, 'd & e'],
            ],
          ],
          [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
          [1, 'blockquote', [[0, [], 0, 'Said']]],
        ],
      }),
      'mobiledoc',
    )
    expect(html).toBe(
      '<h2>Head</h2><p>a <strong>b<a href="https://x.example/" rel="noopener">c</a></strong><br>d &amp; e</p>' +
        '<ol><li>one</li><li>two</li></ol><blockquote><p>Said</p></blockquote>',
    )
  })
})

/** The same card as the editor stores it, and as Ghost renders it for the website. */
const CARDS: [string, object, string, string][] = [
  [
    'image',
    {
      src: '__GHOST_URL__/content/images/a.png',
      alt: 'A',
      title: 'T',
      width: 20,
      height: 10,
      cardWidth: 'wide',
      caption: 'By <em>Ada</em>',
      href: 'https://x.example/',
    },
    '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><a href="https://x.example/"><img src="__GHOST_URL__/content/images/a.png" class="kg-image" alt="A" title="T" width="20" height="10"></a><figcaption>By <em>Ada</em></figcaption></figure>',
    '<figure><a href="https://x.example/" rel="noopener"><img src="https://old.example/content/images/a.png" alt="A" title="T" width="20" height="10"></a><figcaption>By <em>Ada</em></figcaption></figure>',
  ],
  [
    'gallery',
    {
      images: [
        { src: '/content/images/a.png', alt: 'A' },
        { src: '/content/images/b.png', alt: 'B' },
      ],
      caption: 'Both',
    },
    '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/content/images/a.png" alt="A"></div><div class="kg-gallery-image"><img src="/content/images/b.png" alt="B"></div></div></div><figcaption>Both</figcaption></figure>',
    '<figure><img src="https://old.example/content/images/a.png" alt="A"></figure><figure><img src="https://old.example/content/images/b.png" alt="B"></figure><p>Both</p>',
  ],
  [
    'bookmark',
    {
      url: 'https://x.example/',
      metadata: { title: 'A page', description: 'About it', author: 'Ada', publisher: 'X' },
      caption: 'Read it',
    },
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A page</div><div class="kg-bookmark-description">About it</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">Ada</span><span class="kg-bookmark-publisher">X</span></div></div></a><figcaption>Read it</figcaption></figure>',
    '<p><a href="https://x.example/" rel="noopener">A page</a><br>About it<br>Ada · X</p><p>Read it</p>',
  ],
  [
    'code',
    { code: 'if (a < b) {}\n', language: 'js', caption: 'Listing' },
    '<figure class="kg-card kg-code-card"><pre><code class="language-js">if (a &lt; b) {}\n</code></pre><figcaption>Listing</figcaption></figure>',
    '<pre><code class="language-js">if (a &lt; b) {}\n</code></pre><p>Listing</p>',
  ],
  [
    'callout',
    { calloutEmoji: '💡', calloutText: 'Mind <b>this</b>', backgroundColor: 'blue' },
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>',
    '<blockquote><p>💡 Mind <b>this</b></p></blockquote>',
  ],
  [
    'toggle',
    { heading: '<span>More</span>', content: '<p>Inside</p>' },
    '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>More</span></h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Inside</p></div></div>',
    '<details><summary><span>More</span></summary><p>Inside</p></details>',
  ],
  [
    'button',
    { buttonUrl: 'https://x.example/', buttonText: 'Go', alignment: 'center' },
    '<div class="kg-card kg-button-card kg-align-center"><a href="https://x.example/" class="kg-btn kg-btn-accent">Go</a></div>',
    '<p><a href="https://x.example/" rel="noopener">Go</a></p>',
  ],
  [
    'video',
    { src: '/content/media/a.mp4', width: 640, height: 360, thumbnailSrc: '/content/media/a.jpg', caption: 'Moving' },
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/a.mp4" poster="https://img.spacergif.org/v1/640x360/0a/spacer.png" width="640" height="360" style="background: transparent url(\'/content/media/a.jpg\') 50% 50%"></video><div class="kg-video-player"><span class="kg-video-current-time">0:00</span><button class="kg-video-playback-rate">1×</button></div></div><figcaption>Moving</figcaption></figure>',
    '<figure><video src="https://old.example/content/media/a.mp4" controls="" poster="https://old.example/content/media/a.jpg" width="640" height="360"></video><figcaption>Moving</figcaption></figure>',
  ],
  [
    'audio',
    { src: '/content/media/a.mp3', title: 'A song', duration: 12 },
    '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3" preload="metadata"></audio><div class="kg-audio-title">A song</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>',
    '<figure><audio src="https://old.example/content/media/a.mp3" controls=""></audio><figcaption>A song</figcaption></figure>',
  ],
  [
    'file',
    { src: '/content/files/a.pdf', fileTitle: 'The paper', fileCaption: 'To print', fileName: 'a.pdf', fileSize: 2048 },
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/a.pdf" download><div class="kg-file-card-contents"><div class="kg-file-card-title">The paper</div><div class="kg-file-card-caption">To print</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">a.pdf</div><div class="kg-file-card-filesize">2 KB</div></div></div></a></div>',
    '<p><a href="https://old.example/content/files/a.pdf" rel="noopener">The paper</a><br>To print<br>a.pdf · 2 KB</p>',
  ],
  [
    'header',
    {
      header: 'Big',
      subheader: 'Small',
      buttonEnabled: true,
      buttonUrl: 'https://x.example/',
      buttonText: 'Go',
      backgroundImageSrc: '/content/images/a.png',
    },
    '<div class="kg-card kg-header-card kg-v2"><picture><img class="kg-header-card-image" src="/content/images/a.png" alt=""></picture><div class="kg-header-card-content"><h2 class="kg-header-card-heading">Big</h2><p class="kg-header-card-subheading">Small</p><a href="https://x.example/" class="kg-header-card-button">Go</a></div></div>',
    '<figure><img src="https://old.example/content/images/a.png" alt=""></figure><h2>Big</h2><p>Small</p><p><a href="https://x.example/" rel="noopener">Go</a></p>',
  ],
  [
    'product',
    {
      productImageSrc: '/content/images/a.png',
      productTitle: 'Pen',
      productRatingEnabled: true,
      productStarRating: 4,
      productDescription: '<p>Blue</p>',
      productButtonEnabled: true,
      productButton: 'Buy',
      productUrl: 'https://x.example/',
    },
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/content/images/a.png" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Pen</h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"></span><span class="kg-product-card-rating-active"></span><span class="kg-product-card-rating-active"></span><span class="kg-product-card-rating-active"></span><span class="kg-product-card-rating-star"></span></div><div class="kg-product-card-description"><p>Blue</p></div><a href="https://x.example/" class="kg-product-card-button"><span>Buy</span></a></div></div>',
    '<figure><img src="https://old.example/content/images/a.png" alt=""></figure><h3>Pen</h3><p>★★★★☆</p><p>Blue</p><p><a href="https://x.example/" rel="noopener">Buy</a></p>',
  ],
  ['hr', {}, '<hr>', '<hr>'],
  [
    'markdown',
    { markdown: '# Head\n\nA *word*' },
    '<h1>Head</h1><p>A <em>word</em></p>',
    '<h1>Head</h1><p>A <em>word</em></p>',
  ],
  ['html', { html: '<p>Own</p>' }, '<!--kg-card-begin: html--><p>Own</p><!--kg-card-end: html-->', '<p>Own</p>'],
]

describe('HTML', () => {
  it('footnotes lead to their notes and back', () => {
    const { html } = convert(
      '<p>Dry<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>.</p><section class="footnotes"><ol>' +
        '<li id="fn1"><p>Since May. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
      'html',
    )
    expect(html.replace(/(?<=fn(?:ref)?-)[0-9a-f]{8}/g, 'x')).toBe(
      '<p>Dry<sup><a id="fnref-x" href="#fn-x" role="doc-noteref" rel="noopener">1</a></sup>.</p>' +
        '<ol class="footnotes"><li id="fn-x">Since May. <a href="#fnref-x" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li></ol>',
    )
  })

  it('footnotes of a Markdown card, also where a note has more lines or a mark has no note', () => {
    const markdown =
      'Dry[^a] and `[^a]` hot[^2], lost[^3].\n\n[^2]: Since *June*,\n    they say.\n\n    Or July.\n[^a]: Since May.\n[^x]: Unused\n\n```\n[^a]: code\n```\n\nEnd'
    const html = ofCard('markdown', { markdown }).html.replace(/(?<=fn(?:ref)?-)[0-9a-f]{8}/g, 'x')
    const mark = (n: number) => `<sup><a id="fnref-x" href="#fn-x" role="doc-noteref" rel="noopener">${n}</a></sup>`
    expect(html).toContain(`Dry${mark(1)} and <code>[^a]</code> hot${mark(2)}, lost[^3].`)
    expect(html).toContain('[^a]: code')
    expect(html).toContain('<p>[^x]: Unused</p>')
    expect(html).toMatch(
      /<p>End<\/p>.*<li id="fn-x">Since May\. <a.*<li id="fn-x">Since <em>June<\/em>, they say\.<br>Or July\. <a/s,
    )
  })
})

describe('cards', () => {
  it.each(CARDS)(
    '%s is the same from the editor of any version and from the website',
    (name, fields, rendered, expected) => {
      const tidy = (html: string) => html.replace(/>\n</g, '><').trim()
      expect(tidy(ofCard(name, fields).html), 'Mobiledoc').toBe(expected)
      expect(tidy(ofLexical({ type: name, version: 1, ...fields }).html), 'Lexical').toBe(expected)
      expect(tidy(convert(rendered, 'html').html), 'HTML').toBe(expected)
    },
  )

  it('embeds are players where one is known, else the words and the link of them', () => {
    const video = {
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      html: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
      caption: 'Song',
    }
    expect(ofCard('embed', video).html).toMatch(
      /^<figure><iframe src="https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ".*<figcaption>Song<\/figcaption><\/figure>$/,
    )
    const quote =
      '<blockquote class="twitter-tweet"><p>Said <a href="https://x.example/1">here</a></p></blockquote><script async src="https://platform.example/widgets.js"></script>'
    const card = ofCard('embed', { url: 'https://x.example/1', html: quote })
    expect(wordsOf(card.html)).toEqual(['Said', 'here'])
    expect(
      wordsOf(
        convert(`<figure class="kg-card kg-embed-card">${quote}<figcaption>By Ada</figcaption></figure>`, 'html').html,
      ),
    ).toEqual(['Said', 'here', 'By', 'Ada'])
    expect(
      ofCard('embed', { url: 'https://unknown.example/v', html: '<iframe src="https://unknown.example/p"></iframe>' }),
    ).toEqual({
      html: '<p><a href="https://unknown.example/v" rel="noopener">https://unknown.example/v</a></p>',
      notes: ['embed'],
    })
  })

  it('no field of any card can be of a type that ends the import', () => {
    for (const value of [null, 7, [], {}, [[]], true, 'x'])
      for (const [name, fields] of CARDS) {
        const wrong = Object.fromEntries(Object.keys(fields).map((field) => [field, value]))
        expect(() => ofCard(name, wrong), `${name} ${JSON.stringify(value)}`).not.toThrow()
      }
  })

  it('no script of a card survives', () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>"><svg onload=alert(1)>'
    for (const [name, fields] of CARDS) {
      const wrong = Object.fromEntries(Object.keys(fields).map((field) => [field, evil]))
      const { html } = ofCard(name, { ...wrong, images: [wrong] })
      expect(html.replace(/"[^"]*"/g, '""'), name).not.toMatch(/<script|<svg|<[^>]+\son\w+=/i)
    }
    expect(ofCard('button', { buttonUrl: 'javascript:alert(1)', buttonText: 'Go' }).html).toBe('<p>Go</p>')
  })
})
