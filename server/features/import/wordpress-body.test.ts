import { describe, expect, it } from 'vitest'
import { lossReport, sanitizeBody } from '../articles/body-html.ts'
import { plainText } from '../articles/body-html-text.ts'
import { exportFiles, haveRealExports, readExport, whyNot } from './testing/real-exports.ts'
import { convertWordpressBody, type BodySources } from './wordpress-body.ts'
import type { SourceItem } from './import-records.ts'
import { createWordpressReader } from './wordpress-reader.ts'
import { amount } from '../../testing/amount.ts'

const nothing: BodySources = {
  attachment: () => undefined,
  ownAttachments: () => [],
  picture: () => undefined,
  footnotes: [],
}
const convert = (content: string, sources: Partial<BodySources> = {}) =>
  convertWordpressBody(content, { ...nothing, ...sources })
const html = (content: string, sources?: Partial<BodySources>) => convert(content, sources).html

/** More than the stack holds as arguments of one call. */
const LINES = amount({ full: 350_000, short: 200_000 })

describe('a post of the old editor', () => {
  it.each([
    ['paragraphs', 'a\n\n', '<p>'],
    ['breaks', 'a\n', '<br>'],
  ])('of very many lines has as many %s, and does not overflow the stack', (_what, line, tag) => {
    expect(html(line.repeat(LINES)).split(tag).length).toBeGreaterThanOrEqual(LINES)
  })
  it('may have very many lines outside its blocks', () => {
    const blocks = '<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->'
    expect(html(blocks + 'a\n\n'.repeat(LINES)).split('<p>').length).toBeGreaterThan(LINES)
  })
  it.each([
    ['blank lines part paragraphs, single line ends are breaks', 'One\ntwo\n\nThree', '<p>One<br>two</p><p>Three</p>'],
    ['Windows line ends too', 'One\r\ntwo\r\n\r\nThree', '<p>One<br>two</p><p>Three</p>'],
    ['a break that is there already is not doubled', 'One<br />\ntwo', '<p>One<br>two</p>'],
    [
      'headings and lists are blocks',
      'a\n<h2>b</h2>\nc\n<ul>\n\t<li>d</li>\n</ul>\ne',
      '<p>a</p><h2>b</h2><p>c</p><ul><li>d</li></ul><p>e</p>',
    ],
    ['marks across a blank line go on', '<em>a\n\nb</em> c', '<p><em>a</em></p><p><em>b</em> c</p>'],
    ['quotes hold paragraphs', '<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['preformatted text is left alone', '<pre>a\n\n  b</pre>', '<pre>a\n\n  b</pre>'],
    [
      'paragraphs that are there stay',
      '<p style="text-align:center">a</p>\nb',
      '<p style="text-align:center">a</p><p>b</p>',
    ],
    ['more and next page go', 'a\n\n<!--more-->\n\nb\n\n<!--nextpage-->\n\nc', '<p>a</p><p>b</p><p>c</p>'],
    ['a page ends between two lines', 'a\n<!--nextpage-->\nb', '<p>a</p><p>b</p>'],
    ['or in one line', 'a <em>b</em><!--nextpage-->c', '<p>a <em>b</em></p><p>c</p>'],
    ['or within a paragraph', '<p class="x">a<!--nextpage-->b</p>', '<p class="x">a</p><p class="x">b</p>'],
    ['or within marks of it', '<p>a <em>b<!--nextpage-->c</em> d</p>', '<p>a <em>b</em></p><p><em>c</em> d</p>'],
    ['of which nothing is left', '<p><!--nextpage-->b<!-- nextpage --></p>', '<p>b</p>'],
    ['elsewhere it ends a line', '<ul><li>a<!--nextpage-->b</li></ul>', '<ul><li>a<br>b</li></ul>'],
    [
      'also in a post of blocks',
      '<!-- wp:paragraph --><p>a<!--nextpage-->b</p><!-- /wp:paragraph -->',
      '<p>a</p><p>b</p>',
    ],
    [
      'relative links stay as they are',
      '<a href="/about?a=1&amp;b=2">x</a>',
      '<p><a href="/about?a=1&amp;b=2">x</a></p>',
    ],
    [
      'a picture alone is a figure',
      '<p><img class="aligncenter size-full" src="a.jpg" alt="A" /></p>',
      '<figure class="aligncenter"><img src="a.jpg" alt="A" class=""></figure>',
    ],
    [
      'an address on its own line is a player',
      'a\n\nhttps://youtu.be/ex8fMxXJDJw\n\nb',
      '<p>a</p><figure><iframe src="https://www.youtube.com/embed/ex8fMxXJDJw" width="560" height="315" allowfullscreen=""></iframe></figure><p>b</p>',
    ],
    [
      'or a link where no player is known',
      'https://other.example/x',
      '<p><a href="https://other.example/x">https://other.example/x</a></p>',
    ],
  ])('%s', (_name, before, after) => {
    expect(html(before)).toBe(after)
  })
})

describe('shortcodes', () => {
  const attachment = (id: string) =>
    id === '5' ? { url: 'https://a.example/5.jpg', alt: 'Five', caption: 'No. 5' } : undefined

  it('a caption is a figure', () => {
    expect(
      html(
        '[caption id="x" align="alignleft" width="1"]<a href="/b"><img src="a.jpg" /></a> Words with <em>marks</em>[/caption]\nafter',
      ),
    ).toBe(
      '<figure class="alignleft"><a href="/b"><img src="a.jpg" alt=""></a><figcaption>Words with <em>marks</em></figcaption></figure><p>after</p>',
    )
    expect(html('[caption caption="Old style" align="alignright"]<img src="a.jpg">[/caption]')).toContain(
      '<figcaption>Old style</figcaption>',
    )
  })

  it('a gallery shows the pictures it names, or those of the post, and is removed and noted where we have none', () => {
    expect(html('[gallery ids="5"]', { attachment })).toBe(
      '<figure><img src="https://a.example/5.jpg" alt="Five"><figcaption>No. 5</figcaption></figure>',
    )
    expect(html('[gallery]', { attachment, ownAttachments: () => ['5'] })).toContain('5.jpg')
    expect(convert('[gallery ids="9"]')).toEqual({
      html: '',
      notes: [{ element: '[gallery]', count: 1 }],
    })
    expect(html('Before [gallery ids="9"] after')).toBe('<p>Before  after</p>')
  })

  it('film, sound, embeds and code have forms of their own', () => {
    expect(html('[video src="https://a.example/b.mp4"][/video]')).toBe(
      '<figure><video src="https://a.example/b.mp4" controls=""></video></figure>',
    )
    expect(html('[audio https://a.example/b.mp3]')).toBe(
      '<figure><audio src="https://a.example/b.mp3" controls=""></audio></figure>',
    )
    expect(html('[embed width="100"]https://vimeo.com/22439234[/embed]')).toContain(
      'src="https://player.vimeo.com/video/22439234"',
    )
    expect(html('[sourcecode language="php"]\n<?php echo 1;\n\n$a = [1];\n[/sourcecode]')).toBe(
      '<pre><code class="language-php">&lt;?php echo 1;\n\n$a = [1];</code></pre>',
    )
  })

  it('unknown ones are removed and noted, their text stays; words in brackets are just words', () => {
    expect(convert('See [contact-form to="a@b.example"]Name[/contact-form] [sic] [1] [see page 4] [/sic]')).toEqual({
      html: '<p>See Name [sic] [1] [see page 4] [/sic]</p>',
      notes: [{ element: '[contact-form]', count: 1 }],
    })
  })

  it.each([
    ['[caption id="x" width="1"]', '[caption]'],
    ['[video]', '[video]'],
    ['[video width="640"]An old film[/video]', '[video]'],
    ['[audio]', '[audio]'],
    ['[playlist ids="1,2"]', '[playlist]'],
    ['[embed]not an address[/embed]', '[embed]'],
    ['[youtube]', '[youtube]'],
    ['[caption id="x"]<img src="a.jpg"> Words [gallery ids="9"][/caption]', '[gallery]'],
  ])('nothing of %s that we cannot show reaches readers, and the report says so', (source, element) => {
    const converted = convert(`Before ${source} after`)
    expect(converted.html).not.toMatch(/\[\/?(caption|video|audio|playlist|embed|youtube|gallery)/)
    expect(converted.html).toMatch(/Before[^]*after/)
    expect(converted.notes).toEqual([{ element, count: 1 }])
  })

  it('written about, they stay text', () => {
    expect(html('Use [[gallery]] and <code>[gallery]</code>', { attachment, ownAttachments: () => ['5'] })).toBe(
      '<p>Use [gallery] and <code>[gallery]</code></p>',
    )
  })
})

describe('a post of blocks', () => {
  it('loses the comments and the layout boxes, not their text', () => {
    expect(
      html(`<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph -->
<p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --><!-- wp:column --><div class="wp-block-column">Loose</div><!-- /wp:column --></div><!-- /wp:columns -->`),
    ).toBe('<p>Left</p><p class="wp-block-column">Loose</p>')
  })

  it('gives figures to galleries, covers and embeds', () => {
    expect(
      html(
        '<!-- wp:gallery --><figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li><figure><img src="a.jpg"></figure></li></ul><figcaption>All</figcaption></figure><!-- /wp:gallery -->',
      ),
    ).toBe('<figure><img src="a.jpg" alt=""></figure><p>All</p>')
    expect(
      html(
        '<!-- wp:cover --><div class="wp-block-cover" style="background-image:url(a.jpg)"><p>Over</p></div><!-- /wp:cover -->',
      ),
    ).toBe('<figure><img src="a.jpg" alt=""></figure><p>Over</p>')
    expect(
      html(
        '<!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/ex8fMxXJDJw\n</div><figcaption>Film</figcaption></figure><!-- /wp:embed -->',
      ),
    ).toContain('</iframe><figcaption>Film</figcaption></figure>')
  })

  it('keeps footnotes and links that are in block comments only', () => {
    expect(
      html('<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->\n<!-- wp:footnotes /-->', {
        footnotes: [{ id: '', content: 'First <em>note</em>' }],
      }),
    ).toBe('<p>a</p><ol><li>First <em>note</em></li></ol>')
    expect(html('<!-- wp:navigation-link {"label":"Us","url":"/us"} /-->')).toBe('<p><a href="/us">Us</a></p>')
  })

  it('names the blocks that WordPress fills by itself', () => {
    expect(convert('<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:latest-posts /-->').notes).toEqual([
      { element: 'wp:latest-posts', count: 2 },
    ])
  })

  it('writes what is outside of blocks as the old editor did', () => {
    expect(html('old\n\nstyle\n<!-- wp:paragraph -->\n<p>new\nstyle</p>\n<!-- /wp:paragraph -->')).toBe(
      '<p>old</p><p>style</p><p>new\nstyle</p>',
    )
  })
})

it('a gallery of blocks says each caption once, its own below the pictures', () => {
  const image = (name: string, caption: string) =>
    `<!-- wp:image --><figure class="wp-block-image"><img src="${name}.jpg" alt=""/>${caption && `<figcaption>${caption}</figcaption>`}</figure><!-- /wp:image -->`
  const gallery = (pictures: string, caption = '') =>
    `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images">${pictures}${caption}</figure><!-- /wp:gallery -->`
  const figures =
    '<figure class="wp-block-image"><img src="a.jpg" alt=""><figcaption>Crane</figcaption></figure>' +
    '<figure class="wp-block-image"><img src="b.jpg" alt=""></figure>'
  const pictures = image('a', 'Crane') + image('b', '')
  expect(html(gallery(pictures))).toBe(figures)
  expect(html(gallery(pictures, '<figcaption class="blocks-gallery-caption">All</figcaption>'))).toBe(
    `${figures}<p>All</p>`,
  )
})

it('a foreign frame becomes a link, so the address is not lost', () => {
  expect(convert('<iframe src="https://other.example/map"></iframe>')).toEqual({
    html: '<p><a href="https://other.example/map">https://other.example/map</a></p>',
    notes: [{ element: 'iframe → a', count: 1 }],
  })
})

it('pictures that are in the library point there', () => {
  const picture = (id: string) =>
    id === '5' ? { src: '/media/5.webp', mediaId: 'm5', width: 4, height: 3 } : undefined
  expect(
    html(
      '<!-- wp:image --><figure class="wp-block-image"><img src="https://old.example/5.jpg" alt="A" srcset="x 2x" class="wp-image-5"/></figure><!-- /wp:image -->',
      { picture },
    ),
  ).toBe(
    '<figure class="wp-block-image"><img alt="A" width="4" height="3" src="/media/5.webp" data-media-id="m5" class="wp-image-5"></figure>',
  )
})

it('a body nested 100,000 deep keeps its text', () => {
  expect(html('<div>'.repeat(100_000) + 'deep')).toContain('deep')
})

it.each(
  [
    '<pre>',
    '<!--',
    '<a ',
    '[code]',
    '[video]',
    '[gallery [gallery ',
    '[a [a ',
    '[caption]',
    '[[',
    ' \n',
    '\n\n',
    '<i>\n\n',
    '<p>',
    '<li>',
    '<div style="background:background:',
    '<!-- wp:x -->',
    '<!-- wp:x {"label":"<"} /-->',
    '&#',
  ].map((piece) => [piece]),
)('half a megabyte of %j is read to its end', (piece) => {
  // Work that grows with the square of the length would run into the time limit of every test.
  expect(() => html(piece.repeat(Math.ceil(500_000 / piece.length)))).not.toThrow()
  expect(() => html(`${' '.repeat(500_000)}x`)).not.toThrow()
})

describe.runIf(haveRealExports)(`real posts${whyNot}`, () => {
  it.each(exportFiles)(
    '%s: no word of a post is lost, and sanitising the result changes it once only',
    async (name) => {
      const items: SourceItem[] = []
      const reader = createWordpressReader()
      for (const record of [...reader.write(readExport(name)), ...reader.end()])
        if (record.kind === 'item') items.push(record.item)
      const lost: string[] = []
      for (const item of items.filter(({ type }) => type === 'post' || type === 'page')) {
        const { html: converted } = convert(item.content)
        const clean = sanitizeBody(converted)
        expect(sanitizeBody(clean)).toBe(clean)
        // Only links without an address go, and their text stays.
        expect(lossReport(converted, clean).filter(({ element }) => element !== 'a')).toEqual([])
        const left = new Map<string, number>()
        for (const word of wordsOf(clean)) left.set(word, (left.get(word) ?? 0) + 1)
        for (const word of wordsOf(
          item.content
            .replace(/\[\/?(?:caption|audio|video|gallery)[^\]]*\]|https?:\/\/\S+/g, ' ')
            .replace(/<\/a>/g, ' '),
        )) {
          const count = left.get(word) ?? 0
          if (count === 0) lost.push(`${item.title}: ${word}`)
          left.set(word, count - 1)
        }
      }
      expect(lost).toEqual([])
    },
  )
})

const wordsOf = (body: string): string[] => plainText(body).match(/[\p{L}\p{N}]+/gu) ?? []
