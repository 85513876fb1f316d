import type { parseDocument } from 'htmlparser2'

/** Nodes of the parsed HTML of an article. */
export type HtmlNodes = ReturnType<typeof parseDocument>['children']
export type HtmlElement = Extract<HtmlNodes[number], { attribs: Record<string, string> }>
