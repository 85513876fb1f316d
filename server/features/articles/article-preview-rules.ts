import type { Article } from '#contract/articles.ts'
import { languageOf } from './article-language-rules.ts'

/**
 * A whole page as a reader would see the article: no scripts, styles inside, addresses of pictures as they are.
 * Meant for a sandboxed frame.
 * @param timeZone of the day that is shown: the site's, whoever looks
 */
export function previewPage(article: Article, timeZone = 'UTC'): string {
  const lang = languageOf(`${article.title}\n${article.subtitle}`, article.body)
  const cover = article.refs.media.find(({ id }) => id === article.cover?.media)
  const category = article.refs.categories.find(({ id }) => id === article.primaryCategory)
  const tags = article.refs.tags.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('')
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<base target="_blank">
<title>${escapeHtml(article.title)}</title>
<style>${styles}</style>
</head>
<body>
<article>
<header>
${category ? `<p class="category">${escapeHtml(category.name)}</p>` : ''}
<h1>${escapeHtml(article.title)}</h1>
${article.subtitle ? `<p class="subtitle">${escapeHtml(article.subtitle)}</p>` : ''}
${bylineOf(article, lang, timeZone)}
</header>
${article.cover && cover ? coverOf(article.cover, cover) : ''}
<div class="body">
${withinPage(withoutPlayers(article.body, lang))}
</div>
${tags ? `<ul class="tags">${tags}</ul>` : ''}
</article>
</body>
</html>`
}

function bylineOf({ refs, publishedAt, readingTime }: Article, lang: string, timeZone: string): string {
  const names = new Intl.ListFormat(lang, { type: 'conjunction' }).format(
    refs.authors.map((author) => author.displayName),
  )
  const date = publishedAt
    ? `<time datetime="${publishedAt}">${new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone }).format(new Date(publishedAt))}</time>`
    : ''
  const minutes = readingTime
    ? new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
        .format(readingTime)
        // As all Chinese texts here have it.
        .replace(/(?<=\d)(?=\p{Script=Han})/gu, ' ')
    : ''
  const parts = [escapeHtml(names), date, escapeHtml(minutes)].filter(Boolean)
  return parts.length ? `<p class="byline">${parts.join(' · ')}</p>` : ''
}

function coverOf(cover: NonNullable<Article['cover']>, picture: Article['refs']['media'][number]): string {
  const below = [cover.caption, cover.credit].filter(Boolean).map(escapeHtml).join(' — ')
  return `<figure class="cover"><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(cover.alt)}" width="${picture.width}" height="${picture.height}">${
    below ? `<figcaption>${below}</figcaption>` : ''
  }</figure>`
}

/** Nothing of another site is loaded in a preview: in the place of a player is what plays there. */
function withoutPlayers(body: string, lang: string): string {
  return body.replace(/<(iframe|video|audio)\b[^>]*>.*?<\/\1>/gs, (player, kind: string) => {
    const address = /\bsrc="([^"]+)"/.exec(player)?.[1]
    const host = address && URL.canParse(address) ? escapeHtml(new URL(address).host) : ''
    const said =
      lang === 'zh-CN'
        ? `${host ? `来自 ${host} 的内容` : '嵌入的内容'}在网站上播放，预览中不加载`
        : `${host ? `Content from ${host}` : 'Embedded content'} plays on the site; the preview does not load it`
    return `<span class="player ${kind}">${said}</span>`
  })
}

/** Links of footnotes stay in the frame, whose addresses else begin at those of the console; all others open beside it. */
const withinPage = (body: string): string =>
  body.replace(/(<a [^>]*)href="(#(?:fn|fnref)-[0-9a-f]{8})"/g, '$1href="about:srcdoc$2" target="_self"')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const styles = `
:root { color-scheme: light dark; --ink: #1c1b1a; --soft: #6b6862; --rule: #e4e1da; --paper: #fffefb; --link: #1a5fb4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceae6; --soft: #a29e96; --rule: #3a3834; --paper: #191817; --link: #8ab8f0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.7 Georgia, 'Songti SC', 'Noto Serif CJK SC', serif; }
article { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: 2em 0 0.6em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: 0 0 0.3em; letter-spacing: -0.01em; }
p, ul, ol, dl, blockquote, figure, pre, table, details { margin: 0 0 1.2em; }
a { color: var(--link); text-underline-offset: 0.15em; }
img, video { max-width: 100%; height: auto; }
.player { display: grid; margin-bottom: 1.2em; place-content: center; max-width: 35rem; padding: 1rem; border: 1px dashed var(--rule); border-radius: 4px; color: var(--soft); font: 0.9rem/1.5 system-ui, sans-serif; text-align: center; }
.player:not(.audio) { aspect-ratio: 16 / 9; }
figure { margin-inline: 0; }
figcaption, .byline, .category, .tags { font: 0.9rem/1.5 system-ui, sans-serif; color: var(--soft); }
.category { margin: 0 0 0.75rem; letter-spacing: 0.02em; }
.subtitle { font-size: 1.3rem; line-height: 1.45; color: var(--soft); }
.byline { padding-bottom: 1.5rem; border-bottom: 1px solid var(--rule); margin-bottom: 2rem; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem 0.5rem; align-items: start; }
.gallery figure { margin: 0; min-width: 0; }
.gallery img { display: block; width: 100%; height: auto; aspect-ratio: 1; object-fit: cover; border-radius: 4px; }
.gallery figcaption { margin-top: 0.35rem; font-size: 0.8rem; line-height: 1.4; }
.cover img { width: 100%; border-radius: 4px; }
blockquote { padding-left: 1.25rem; border-left: 3px solid var(--rule); color: var(--soft); margin-inline: 0; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--rule); border-radius: 4px; font-size: 0.9rem; line-height: 1.5; }
code { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--rule); padding: 0.4rem 0.7rem; text-align: start; vertical-align: top; }
sup { line-height: 0; }
.footnotes { margin-top: 3rem; padding-top: 1.2rem; border-top: 1px solid var(--rule); font-size: 0.9rem; line-height: 1.6; }
:target { scroll-margin-top: 2rem; background: color-mix(in srgb, var(--link) 14%, transparent); border-radius: 3px; }
hr { border: 0; border-top: 1px solid var(--rule); margin: 2.5rem 0; }
.tags { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 1.5rem 0 0; margin: 3rem 0 0; border-top: 1px solid var(--rule); }
.tags li { border: 1px solid var(--rule); border-radius: 999px; padding: 0.1rem 0.75rem; }
`
