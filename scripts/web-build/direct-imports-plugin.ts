/** Imports from a package's index become imports of the file that has the name, with its own styles. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Plugin } from 'vite'
import { applyEdits, type Edit, type SyntaxNode } from './syntax-edits.ts'

const packages = join(import.meta.dirname, '../../node_modules')

/** Packages with one index of hundreds of files. */
const INDEXES: Readonly<Record<string, string>> = {
  '@mantine/core': '@mantine/core/esm/index.mjs',
  '@mantine/hooks': '@mantine/hooks/esm/index.mjs',
  '@tabler/icons-react': '@tabler/icons-react/dist/esm/tabler-icons-react.mjs',
}
const STYLES = join(packages, '@mantine/core/styles')
/** Styles that replace some of another's, and of which a part is used without it: the other's come first all the same. */
const STYLED_AFTER: Readonly<Record<string, string>> = { Combobox: 'Popover' }
/** What every component's styles build on. */
const BASE_STYLES = ['baseline', 'default-css-variables', 'global']

/**
 * The bundler keeps what an index imports in one chunk with whatever needs the index first: all components and icons of the
 * console came with its first screen. Likewise `@mantine/core/styles.css` has the styles of all components; here each class
 * map of Mantine brings the style sheet of its component, after those that it builds on.
 */
export function directImportsPlugin(): Plugin {
  return {
    name: 'direct-imports',
    apply: 'build',
    resolveId: {
      order: 'pre',
      filter: { id: /^@mantine\/core\/styles\.css$/ },
      handler: () => BASE,
    },
    load: {
      filter: { id: /^\0mantine-base-styles$/ },
      handler: () => ({
        code: BASE_STYLES.map((name) => `import ${JSON.stringify(join(STYLES, `${name}.css`))}`).join('\n'),
        moduleType: 'js' as const,
        moduleSideEffects: true,
      }),
    },
    transform: {
      filter: { id: [/\/web\/.*\.tsx?$/, /\/node_modules\/@mantine\/[^?]*\.mjs$/] },
      handler(code, id) {
        const styles = stylesOf(id)
        const edits = importEdits(this.parse(code) as unknown as { body: SyntaxNode[] })
        if (edits.length === 0 && styles.length === 0) return undefined
        return {
          code: styles.map((file) => `import ${JSON.stringify(file)};\n`).join('') + applyEdits(code, edits),
          map: null,
          ...(styles.length > 0 && { moduleSideEffects: true }),
        }
      },
    },
  }
}
const BASE = '\0mantine-base-styles'

/** The style sheets of a class map of Mantine: `Button.module.mjs` has the names of the classes in `Button.css`. */
function stylesOf(id: string): string[] {
  const name = /\/@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
  if (!name) return []
  return [STYLED_AFTER[name] ?? [], name]
    .flat()
    .map((one) => join(STYLES, `${one}.css`))
    .filter(existsSync)
}

type Specifier = SyntaxNode & { imported?: { name: string }; local: { name: string }; exported?: { name: string } }

function importEdits({ body }: { body: SyntaxNode[] }): Edit[] {
  return body.flatMap((statement) => {
    const source = (statement['source'] as { value?: string } | null | undefined)?.value
    if (statement.type !== 'ImportDeclaration' || source === undefined || !Object.hasOwn(INDEXES, source)) return []
    const specifiers = statement['specifiers'] as Specifier[]
    const lines = specifiers.map(({ type, imported, local }) => {
      const found = type === 'ImportSpecifier' && imported && namesOf(source).get(imported.name)
      if (!found) throw new Error(`${source} has no ${imported?.name ?? 'such import'} that can be imported directly`)
      return `import { ${found.name} as ${local.name} } from ${JSON.stringify(found.file)};`
    })
    return [{ start: statement.start, end: statement.end, text: lines.join(' ') }]
  })
}

type Place = { file: string; name: string }
const known = new Map<string, ReadonlyMap<string, Place>>()

/** Where each name of a package's index comes from. */
function namesOf(source: string): ReadonlyMap<string, Place> {
  const cached = known.get(source)
  if (cached) return cached
  const index = join(packages, INDEXES[source]!)
  const { program } = parseSync(index, readFileSync(index, 'utf8'))
  const body = program.body as unknown as SyntaxNode[]
  const local = new Map<string, Place>()
  const names = new Map<string, Place>()
  const placeOf = (statement: SyntaxNode, name: string): Place => {
    const { value } = statement['source'] as { value: string }
    return { file: value.startsWith('.') ? join(dirname(index), value) : value, name }
  }
  for (const statement of body)
    if (statement.type === 'ImportDeclaration')
      for (const specifier of statement['specifiers'] as Specifier[])
        local.set(specifier.local.name, placeOf(statement, specifier.imported?.name ?? 'default'))
  for (const statement of body)
    if (statement.type === 'ExportNamedDeclaration')
      for (const specifier of statement['specifiers'] as Specifier[]) {
        const place = statement['source'] ? placeOf(statement, specifier.local.name) : local.get(specifier.local.name)
        if (place) names.set(specifier.exported!.name, place)
      }
  known.set(source, names)
  return names
}
