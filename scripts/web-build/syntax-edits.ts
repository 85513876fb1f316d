/** Finds nodes of a syntax tree and replaces text at their positions; what the plugins of the build share. */

/** A node of an ESTree syntax tree with its position in the text. */
export type SyntaxNode = { type: string; start: number; end: number; [property: string]: unknown }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as Partial<SyntaxNode>).type === 'string'

/** The nodes directly below a node. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

/** Whether the node or one below it, functions left out, is of one of these types. */
export function runs(node: SyntaxNode, types: readonly string[]): boolean {
  if (types.includes(node.type)) return true
  if (/Function/.test(node.type)) return false
  return childrenOf(node).some((child) => runs(child, types))
}

/** Calls `visit` with the node and every node below it. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  for (const child of childrenOf(node)) walk(child, visit)
}

export type Edit = { start: number; end: number; text: string }

/** The text with all edits applied; edits must not overlap. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
