import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { previewPage } from './article-preview-rules.ts'

const page = (fields: Partial<Article>) =>
  previewPage({
    title: '',
    subtitle: '',
    excerpt: '',
    body: '',
    cover: null,
    primaryCategory: null,
    publishedAt: null,
    readingTime: 0,
    refs: { authors: [], categories: [], tags: [], media: [] },
    ...fields,
  } as Article)
const languageOf = (fields: Partial<Article>) => /<html lang="([^"]*)">/.exec(page(fields))?.[1]

describe('the language of a preview', () => {
  const english = '<p>The harbour was quiet when the first ferry came in.</p>'

  it.each([
    ['one Chinese alt text', `${english}<img src="/media/x/640.webp" alt="港口的早晨，渡轮正在靠岸，海面非常平静">`],
    ['a Chinese name in the text', `${english}<p>Its captain is 林和靖.</p>`],
    ['a Chinese quotation', `${english.repeat(3)}<blockquote><p>山外青山楼外楼</p></blockquote>`],
    ['Japanese and Korean names', `${english}<p>With ひらがな and 한국.</p>`],
  ])('stays English with %s', (_what, body) => {
    expect(languageOf({ title: 'Morning at the harbour', body })).toBe('en')
  })

  it.each([
    ['Chinese', '<p>山外青山楼外楼，西湖歌舞几时休。</p>', 'zh-CN'],
    ['Chinese with English names', '<p>我们用 Kubernetes 和 PostgreSQL 搭建了这个平台，效果很好。</p>', 'zh-CN'],
    ['Chinese with one Japanese letter', '<p>超市里到处都是“の”字的商品名称，年轻人觉得很时髦。</p>', 'zh-CN'],
    [
      'Chinese among English attributes',
      '<p><img alt="A long English description of a quiet harbour" src="/x">早晨的港口</p>',
      'zh-CN',
    ],
    ['Japanese', '<p>朝の港はとても静かでした。</p>', 'ja'],
    ['Korean', '<p>아침의 항구는 매우 조용했다.</p>', 'ko'],
  ])('is the one of the text: %s', (_what, body, language) => {
    expect(languageOf({ body })).toBe(language)
  })

  it('comes from the title where there is no text yet, and is English where there is nothing', () => {
    expect(languageOf({ title: '秋天的京都' })).toBe('zh-CN')
    expect(languageOf({})).toBe('en')
  })

  it('is found in a text that is cut in the middle of a long attribute', () => {
    const long = `<p>The harbour was quiet.</p><img alt="${'港'.repeat(300)}">`.repeat(300)
    expect(languageOf({ body: long })).toBe('en')
  })
})

it('the time to read has a space between its number and Chinese words', () => {
  expect(page({ title: '秋天的京都', readingTime: 5 })).toContain('<p class="byline">5 分钟</p>')
  expect(page({ title: 'Autumn', readingTime: 5 })).toContain('<p class="byline">5 minutes</p>')
})

describe('what another site plays', () => {
  const frame = '<iframe src="https://www.youtube-nocookie.com/embed/x?a=1&amp;b=2" width="560"></iframe>'

  it('is named in its place, as a preview loads nothing from there', () => {
    const shown = page({ body: `<p>The harbour was quiet.</p>${frame}<p>After it.</p>` })
    expect(shown).not.toContain('<iframe')
    expect(shown).toContain('Content from www.youtube-nocookie.com plays on the site; the preview does not load it')
    expect(shown).toMatch(/quiet\.<\/p><span class="player iframe">.*<\/span><p>After it\./)
  })

  it('is named in Chinese in a Chinese article, and each one by itself', () => {
    const video = '<video controls><source src="https://cdn.example.com/a.mp4"></video>'
    const shown = page({ body: `<p>早晨的港口，渡轮正在靠岸，海面非常平静。</p>${frame}${video}` })
    expect(shown).toContain('来自 www.youtube-nocookie.com 的内容在网站上播放，预览中不加载')
    expect(shown).toContain('来自 cdn.example.com 的内容在网站上播放，预览中不加载')
  })
})

it('a footnote leads to its note within the preview, other links to a page of their own', () => {
  const body =
    '<p>a<sup><a id="fnref-0198c0de" href="#fn-0198c0de" role="doc-noteref" rel="noopener">1</a></sup> <a href="/b#fn-0198c0de" rel="noopener">b</a></p>' +
    '<ol class="footnotes"><li id="fn-0198c0de">n <a href="#fnref-0198c0de" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li></ol>'
  expect(page({ body }).match(/href="[^"]*" target="_self"/g)).toEqual([
    'href="about:srcdoc#fn-0198c0de" target="_self"',
    'href="about:srcdoc#fnref-0198c0de" target="_self"',
  ])
})
