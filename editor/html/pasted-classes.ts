/** The classes that Excel and Apple's programs make up for what a person formatted by hand. */
const OWN_CLASS = /^\w*\.(?:xl|font|p|s|li|td)\d+$/
const READ = ['font-weight', 'font-style', 'text-decoration-line', 'text-align', 'vertical-align']

/**
 * Excel says in a style sheet which cells are bold, and Pages which paragraphs are centred. The sheet does not come in, so what it
 * says of such classes is put on the elements themselves; what these say wins.
 */
export function readClasses(html: string, box: HTMLElement): void {
  for (const [, css = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style/gi)) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue
      const selectors = rule.selectorText.split(/\s*,\s*/).filter((selector) => OWN_CLASS.test(selector))
      if (selectors.length === 0) continue
      for (const element of box.querySelectorAll<HTMLElement>(selectors.join()))
        for (const name of READ) {
          const value = rule.style.getPropertyValue(name)
          if (value && !element.style.getPropertyValue(name)) element.style.setProperty(name, value)
        }
    }
  }
}
