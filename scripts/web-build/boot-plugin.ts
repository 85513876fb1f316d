/** Puts the boot script into the page, with the files of each screen, so that they are fetched with the entry and not after it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { paths } from '../../web/paths.ts'

const web = join(import.meta.dirname, '../../web')
const SOURCE = join(web, 'boot.js')

/** What the plugin reads of a chunk. */
type Chunk = {
  type: string
  fileName: string
  imports?: string[]
  moduleIds?: string[]
  facadeModuleId?: string | null
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, Chunk & { source?: string | Uint8Array; isEntry?: boolean }>

/** In `npm run dev` the script is served as it is, without files. */
export function bootPlugin(): Plugin {
  return {
    name: 'boot-script',
    enforce: 'post',
    configureServer: (server) => {
      server.middlewares.use('/boot.js', (_request, reply) => {
        reply.setHeader('content-type', 'text/javascript')
        reply.end(readFileSync(SOURCE))
      })
    },
    generateBundle: {
      order: 'post',
      handler(_options, given) {
        const bundle = given as unknown as Bundle
        const table = screenTable(bundle)
        const code = readFileSync(SOURCE, 'utf8').replace(
          /^const ROUTES = .*$/m,
          () => `const ROUTES = ${JSON.stringify(table)}`,
        )
        const script = minifySync('boot.js', `{${code}}`).code
        const name = `assets/boot-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName: name, source: script })
        const page = bundle['index.html']
        if (!page) throw new Error('the build has no index.html')
        page.source = String(page.source).replace('/boot.js', `/${name}`)
      },
    },
  }
}

/** The files of each address that the entry does not bring. */
function screenTable(bundle: Bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const filesBelow = (chunk: Chunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const name of chunk.imports ?? []) filesBelow(bundle[name], found)
    for (const name of chunk.viteMetadata?.importedCss ?? []) found.add(name)
    return found
  }
  const first = filesBelow(chunks.find(({ isEntry }) => isEntry))
  const files: string[] = []
  const screens = Object.entries(pagesOfScreens()).flatMap(([id, page]) => {
    const address: unknown = paths[id as keyof typeof paths]
    const path = typeof address === 'function' ? String(address('[^/]+')) : String(address)
    const chunk = chunks.find(({ moduleIds }) => moduleIds?.includes(join(web, page)))
    if (!chunk) throw new Error(`${page} is in no chunk`)
    // A page in a shared chunk is asked for by a small file of its own.
    const facade = chunks.find(({ facadeModuleId }) => facadeModuleId === join(web, page))
    const own = [...filesBelow(facade, filesBelow(chunk))].filter((file) => !first.has(file))
    return [[path, own.map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1))]]
  })
  return { screens, files }
}

/** Reads `routes.tsx`: which file shows which screen. An unknown form of it fails the build. */
function pagesOfScreens(): Record<string, string> {
  const source = readFileSync(join(web, 'routes.tsx'), 'utf8')
  const named = new Map(
    [...source.matchAll(/const (\w+) = load\(\(\) => import\('\.\/([^']+)'\)/g)].map(([, name, file]) => [name, file]),
  )
  const table = /const built[^{]*\{([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  const entries = [...table.matchAll(/^ {2}(\w+): (?:load\(\(\) => import\('\.\/([^']+)'\)|(\w+),)/gm)]
  const pages = entries.map(([, id = '', file, name]) => [id, file ?? named.get(name)] as const)
  if (pages.length === 0 || pages.some(([, file]) => file === undefined))
    throw new Error('routes.tsx is written in a way that the build does not read')
  return Object.fromEntries(pages) as Record<string, string>
}
