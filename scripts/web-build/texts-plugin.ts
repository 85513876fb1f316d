/** Divides the Chinese texts: those that the article list shows come with it, the rest before another screen or part is shown. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const CATALOG = /\/web\/locales\/zh-CN-(first|rest)\.ts$/
const PLACEHOLDER = /(["'`])texts of \w+\1/
const FIRST_SCREEN = '/web/features/articles/article-list-page.tsx'

/** What the plugin reads of a chunk. */
export type TextChunk = { fileName: string; isEntry: boolean; moduleIds: string[]; imports: string[] }

/** The build alone; in `npm run dev` both files are as they are written. */
export function textsPlugin(): Plugin {
  const idsByModule = new Map<string, string[]>()
  let texts: Record<string, unknown> = {}
  return {
    name: 'texts-of-screens',
    apply: 'build',
    buildStart: async () => {
      texts = await chineseTexts()
    },
    load: {
      filter: { id: CATALOG },
      // Kept apart until it is known which modules are in which file.
      handler: (id) => `export const messages = ${JSON.stringify(`texts of ${CATALOG.exec(id)?.[1]}`)}`,
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /\bid[:=]/ },
      handler(code, id) {
        idsByModule.set(id, idsIn(code))
      },
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const part = CATALOG.exec(chunk.moduleIds.find((id) => CATALOG.test(id)) ?? '')?.[1]
      if (!part) return undefined
      const first = new Set(firstModules(Object.values(chunks)).flatMap((id) => idsByModule.get(id) ?? []))
      const own = Object.entries(texts).filter(([id]) => first.has(id) === (part === 'first'))
      if (own.length === 0) throw new Error(`no texts for zh-CN-${part}`)
      const written = code.replace(PLACEHOLDER, () => JSON.stringify(Object.fromEntries(own)))
      if (written === code) throw new Error(`zh-CN-${part} is not rendered as expected`)
      return { code: written, map: null }
    },
  }
}

/** The ids of the messages in a module: six characters of base64url. */
export const idsIn = (code: string): string[] =>
  [...code.matchAll(/\bid[:=]\s*["']([\w-]{6})["']/g)].map(([, found]) => found!)

/** The modules that the article list loads: those of the entry and of its own file, and of all that these import. */
export function firstModules(chunks: TextChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<TextChunk>()
  const add = (chunk: TextChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith(FIRST_SCREEN))) add(chunk)
  return [...found].flatMap(({ moduleIds }) => moduleIds)
}

/** All Chinese texts by the id of their message, compiled. What has no translation yet stays English. */
async function chineseTexts(): Promise<Record<string, unknown>> {
  const format = formatter()
  const texts: Record<string, unknown> = {}
  for (const file of globSync('web/**/locales/zh-CN.po', { cwd: root })) {
    const catalog = await format.parse(readFileSync(join(root, file), 'utf8'), {
      locale: 'zh-CN',
      sourceLocale: 'en',
      filename: file,
    })
    for (const [id, { translation, obsolete }] of Object.entries(catalog))
      if (translation && !obsolete) texts[id] = compileMessage(translation)
  }
  return texts
}
