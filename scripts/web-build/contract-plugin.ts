/** Gives the console's build only what a browser reads of the contract: data at once, schemas where a form asks for one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { literalOf } from './contract-literals.ts'
import { applyEdits, runs, type SyntaxNode } from './syntax-edits.ts'

const contract = join(import.meta.dirname, '../../contract')
const WHOLE = '?whole'
const FILTER_DATA = join(contract, 'filter-data.ts')

/**
 * Each file of the contract becomes two modules. The first one has its data as literals: endpoints with method and path, lists
 * with their filters, numbers, names. Everything else it takes from the second one, the file itself, in which what nothing
 * uses has no effects and is left out. So zod is loaded with the first form, not with the first screen.
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
        if (file === FILTER_DATA) return undefined
        return { code: await dataModule(file), moduleType: 'js' as const, moduleSideEffects: false }
      },
    },
  }
}

/** The second half, after the types are gone: values that are computed when a module is loaded are only computed if used. */
export function contractPurityPlugin(): Plugin {
  return {
    name: 'contract-purity',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[^/]+\.ts(\?whole)?$/ },
      handler(code) {
        const { body } = this.parse(code) as unknown as { body: SyntaxNode[] }
        const values = body
          .map((statement) => (statement['declaration'] ?? statement) as SyntaxNode)
          .filter(({ type }) => type === 'VariableDeclaration')
          .flatMap(({ declarations }) => declarations as { init: SyntaxNode | null }[])
          .flatMap(({ init }) => (init && runs(init, ['CallExpression', 'NewExpression']) ? [init] : []))
        const edits = values.map(({ start, end }) => ({
          start,
          end,
          text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`,
        }))
        return { code: applyEdits(code, edits), map: null, moduleSideEffects: false }
      },
    },
  }
}

async function dataModule(file: string): Promise<string> {
  const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const lines = [`import { filterData } from ${JSON.stringify(FILTER_DATA)}`]
  for (const [name, value] of Object.entries(values)) {
    const literal = literalOf(value)
    lines.push(
      literal === undefined
        ? `export { ${name} } from ${JSON.stringify(file + WHOLE)}`
        : `export const ${name} = /* @__PURE__ */ (() => (${literal}))()`,
    )
  }
  return lines.join('\n')
}
