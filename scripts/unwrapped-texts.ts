/** Finds texts for people that were not given to Lingui, by reading the JSX. */
import { type ESTree, parseSync, Visitor } from 'vite'

/** Attributes that people read or hear. */
const SPOKEN = /^(aria-label|aria-description|alt|label|description|placeholder|title|\w+Label)$/
const TRANSLATED = /^(Trans|Plural|Select|SelectOrdinal)$/
const MACRO = '@lingui/react/macro'
const HAS_WORDS = /\p{L}{2,}/u

/** Texts in JSX that would stay English in every language. Text inside `translate="no"` is allowed. */
export function unwrappedTexts(source: string, fileName: string): { line: number; text: string }[] {
  const { program } = parseSync(fileName, source)
  const fromMacro = namesFromMacro(program)
  const found: { line: number; text: string }[] = []
  let cared = 0
  const isCaredFor = ({ openingElement: { name, attributes } }: ESTree.JSXElement) =>
    (name.type === 'JSXIdentifier' && fromMacro.has(name.name) && TRANSLATED.test(name.name)) ||
    attributes.some(
      (one) =>
        one.type === 'JSXAttribute' &&
        one.name.name === 'translate' &&
        one.value?.type === 'Literal' &&
        one.value.value === 'no',
    )
  const note = ({ start }: { start: number }, text: unknown) => {
    if (cared > 0 || typeof text !== 'string' || text === 'https://' || !HAS_WORDS.test(text)) return
    found.push({ line: source.slice(0, start).split('\n').length, text: text.trim() })
  }
  const noteExpression = (node: ESTree.JSXExpressionContainer) => {
    const { expression } = node
    if (expression.type === 'Literal') note(node, expression.value)
    if (expression.type === 'TemplateLiteral') for (const { value } of expression.quasis) note(node, value.cooked)
  }

  new Visitor({
    JSXElement(node) {
      if (isCaredFor(node)) cared++
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') noteExpression(child)
    },
    'JSXElement:exit'(node) {
      if (isCaredFor(node)) cared--
    },
    JSXText: (node) => note(node, node.value),
    JSXAttribute({ name, value }) {
      const spoken = name.type === 'JSXIdentifier' && SPOKEN.test(name.name)
      if (!spoken || !value) return
      if (value.type === 'Literal') note(value, value.value)
      if (value.type === 'JSXExpressionContainer') noteExpression(value)
    },
  }).visit(program)
  return found
}

function namesFromMacro(program: ESTree.Program): Set<string> {
  const names = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' && statement.source.value === MACRO
      ? statement.specifiers.map(({ local }) => local.name)
      : [],
  )
  return new Set(names)
}
