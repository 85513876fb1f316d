/**
 * What an HTML creative may do in its frame: run its own scripts and open the advertiser's page in a new tab. It has an origin
 * of its own, so it reaches neither the page nor our server as anyone, and it cannot navigate the page.
 */
export const FRAME_POLICY = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  `default-src 'none'`,
  `script-src 'unsafe-inline' https:`,
  `style-src 'unsafe-inline' https:`,
  'img-src https: data:',
  'font-src https: data:',
  'media-src https: data:',
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const CLICK = '%%CLICK%%'

/** The document of a frame. Without `%%CLICK%%` in the HTML, the whole of it is a link. @param clickUrl null in a preview */
export function frameDocument(html: string, clickUrl: string | null): string {
  const href = escapeHtml(clickUrl ?? '#')
  const cover = html.includes(CLICK)
    ? ''
    : `<a href="${href}" target="_blank" rel="noopener" aria-label="Open" style="position:fixed;inset:0;z-index:2147483647"></a>`
  const lang = /\p{Script=Han}/u.test(html) ? 'zh' : 'en'
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Advertisement</title><base target="_blank"><style>html,body{margin:0;overflow:hidden}</style>
${html.replaceAll(CLICK, () => href)}${cover}`
}
