/** Gives the console's build only what a browser reads of the contract: data at once, schemas where a form asks for one. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { literalOf } from './contract-literals.ts'
import { applyEdits, type Edit, runs, type SyntaxNode, walk } from './syntax-edits.ts'

const contract = join(import.meta.dirname, '../../contract')
const WHOLE = '?whole'
const FILTER_DATA = join(contract, 'filter-data.ts')

/**
 * Each file of the contract becomes two modules. One has its data as literals: endpoints with method and path, lists with
 * their filters, numbers, names. The other one is the file itself, for schemas and functions; of its values only those that
 * are used are computed. So zod is loaded with the first form, not with the first screen.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'contract-data',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/[^/]+\.ts(\?whole)?$/ },
      async handler(id) {
        const [file = '', query] = id.split('?')
        if (!file.startsWith(contract)) return undefined
        if (query) return { code: readFileSync(file, 'utf8'), moduleType: 'ts' as const, moduleSideEffects: false }
        return { code: dataModule(await dataOf(file)), moduleType: 'js' as const, moduleSideEffects: false }
      },
    },
  }
}

/** Runs when the types are gone: asks the right one of the two modules for each name, and marks what is computed as unused. */
export function contractImportsPlugin(): Plugin {
  return {
    name: 'contract-imports',
    apply: 'build',
    transform: {
      filter: { id: [/\/web\/.*\.tsx?$/, /\/contract\/[^/]+\.ts\?whole$/] },
      async handler(code, id) {
        const isContract = id.endsWith(WHOLE)
        const { body } = this.parse(code) as unknown as { body: SyntaxNode[] }
        if (!isContract) refuseSchemasOf(body, (message) => this.error(`${id}: ${message}`))
        const imports = await Promise.all(body.map((statement) => importEdit(statement, dirname(id))))
        const edits = [
          ...imports.flat(),
          ...(isContract ? body.flatMap((statement) => pureEdits(statement, code)) : []),
        ]
        if (edits.length === 0) return undefined
        return { code: applyEdits(code, edits), map: null, ...(isContract && { moduleSideEffects: false }) }
      },
    },
  }
}

/** What only the server reads of an endpoint or a filter; the console's build leaves it out. */
const LEFT_OUT = ['body', 'query', 'params', 'reply', 'schema']

/** The types do not know what is left out, so that the build has to say it. */
function refuseSchemasOf(body: SyntaxNode[], refuse: (message: string) => never) {
  const tables = new Set(
    body
      .filter((one) => (one['source'] as { value?: string } | null | undefined)?.value?.startsWith('#contract/'))
      .flatMap((one) => (one['specifiers'] as Specifier[]).map(({ local }) => local.name)),
  )
  const rootOf = (node: SyntaxNode): string | undefined =>
    node.type === 'MemberExpression' ? rootOf(node['object'] as SyntaxNode) : (node['name'] as string | undefined)
  for (const statement of body)
    walk(statement, (node) => {
      const name = (node['property'] as { name?: string } | undefined)?.name
      const root = node.type === 'MemberExpression' && name && LEFT_OUT.includes(name) ? rootOf(node) : undefined
      if (root && tables.has(root)) refuse(`${root} has no ${name} in a browser: import the schema by its name`)
    })
}

type Specifier = { imported?: { name: string }; local: { name: string } }

async function importEdit(statement: SyntaxNode, folder: string): Promise<Edit[]> {
  const source = (statement['source'] as { value?: string } | null | undefined)?.value
  const file = source && contractFile(source, folder)
  if (statement.type !== 'ImportDeclaration' || !file) return []
  const data = await dataOf(file)
  const lines = (statement['specifiers'] as Specifier[]).map(({ imported, local }) => {
    if (!imported) throw new Error(`import what you need of ${source} by its name`)
    return `import { ${imported.name} as ${local.name} } from ${JSON.stringify(file + (data.has(imported.name) ? '' : WHOLE))};`
  })
  return [{ start: statement.start, end: statement.end, text: lines.join(' ') }]
}

function contractFile(source: string, folder: string): string | undefined {
  if (source.startsWith('#contract/')) return join(contract, source.slice('#contract/'.length))
  return folder === contract && source.startsWith('./') ? join(contract, source) : undefined
}

function pureEdits(statement: SyntaxNode, code: string): Edit[] {
  const declaration = (statement['declaration'] ?? statement) as SyntaxNode
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration['declarations'] as { init: SyntaxNode | null }[]).flatMap(({ init }) => {
    if (!init || !runs(init, ['CallExpression', 'NewExpression'])) return []
    const { start, end } = init
    return [{ start, end, text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()` }]
  })
}

const known = new Map<string, Promise<ReadonlyMap<string, string>>>()

/** The exports of a file of the contract that are data, as expressions. */
function dataOf(file: string): Promise<ReadonlyMap<string, string>> {
  const found = known.get(file) ?? readData(file)
  known.set(file, found)
  return found
}

async function readData(file: string): Promise<ReadonlyMap<string, string>> {
  const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const data = new Map<string, string>()
  for (const [name, value] of Object.entries(values)) {
    const literal = literalOf(value)
    if (literal !== undefined) data.set(name, literal)
  }
  return data
}

const dataModule = (data: ReadonlyMap<string, string>) =>
  [
    `import { filterData } from ${JSON.stringify(FILTER_DATA + WHOLE)}`,
    ...[...data].map(([name, literal]) => `export const ${name} = /* @__PURE__ */ (() => (${literal}))()`),
  ].join('\n')
