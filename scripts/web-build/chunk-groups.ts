/** Which modules of the console share a file, by the screens and parts that need them together. */
import { join } from 'node:path'

const web = join(import.meta.dirname, '../../web')

type Context = { getModuleInfo(id: string): { importedIds: string[] } | null }

/**
 * Each chunk has what its files need and no chunk above it has. So a chunk imports only from those above it, and never in a
 * circle. What is left over is shared by the screens that use it. The entry has what the page begins with.
 */
const CHUNKS: Chunk[] = [
  { name: 'list', files: ['entity/list/entity-list-page.tsx', 'entity/list/entity-list.ts'], because: 'every list' },
  { name: 'articles', files: ['features/articles/article-list-page.tsx'], because: 'the first screen' },
  { name: 'calls', files: ['api/http-client.ts'], because: 'every call but those that began with the page' },
  {
    name: 'drop',
    files: ['ui/drop-menu-list.tsx', 'ui/drop-panel-body.tsx', 'ui/hint-bubble.tsx'],
    because: 'what opens beside its button has its place from the same library',
  },
  { name: 'dialog', files: ['entity/form-dialog.tsx', 'ui/confirm-dialog.tsx'], because: 'every dialog' },
  { name: 'form', files: ['api/contract-form.ts', 'entity/entity-form.tsx'], because: 'every form' },
  { name: 'picker', files: ['entity/entity-picker.tsx'], because: 'filters, bulk bars and forms' },
  {
    name: 'widgets',
    // Those that need nothing of the chunks above.
    packages:
      /\/(@tabler\/icons-react|@mantine\/hooks|@mantine\/core\/esm\/(core|components\/(Alert|Anchor|Badge|Code|CopyButton|FileButton|Floating|List|PasswordInput|Progress|Radio|SegmentedControl|Switch|Textarea))\w*)\//,
    because: 'a file for each icon and each input would be a request for each',
  },
  {
    name: 'fields',
    files: ['entity/entity-page.tsx', 'ui/form-frame.tsx', 'ui/date-time-field.tsx', 'ui/date-field.tsx'],
    because: 'the pages of single entities',
  },
  {
    name: 'pictures',
    files: [
      'features/media/picker/media-picker.tsx',
      'features/media/picker/picture-choice.tsx',
      'features/albums/picker/album-picker.tsx',
    ],
    because: 'articles, authors, albums and ads pick pictures',
  },
]
type Chunk = { name: string; files?: string[]; packages?: RegExp; because: string }

/** Schemas are used where a form is; an import of them alone says nothing. */
const BY_USE = /\/node_modules\/zod\/|\/contract\/[^/]+\.ts/

/** The groups of the bundler, those above first. */
export function chunkGroups() {
  let names: Map<string, string> | undefined
  return CHUNKS.map(({ name, packages }, at) => ({
    name: (id: string, context: Context): string | null => {
      names ??= namesBy(context)
      return (names.get(id) ?? (packages?.test(id) ? name : undefined)) === name ? name : null
    },
    // A part of a package that one screen uses alone stays with it.
    ...(packages && { minShareCount: 2 }),
    priority: CHUNKS.length - at + 1,
  }))
}

function namesBy(context: Context): Map<string, string> {
  const names = new Map<string, string>()
  const packagesAbove: RegExp[] = []
  for (const { name, files = [], packages } of CHUNKS) {
    const add = (id: string) => {
      if (names.has(id) || BY_USE.test(id) || packagesAbove.some((above) => above.test(id))) return
      names.set(id, name)
      context.getModuleInfo(id)?.importedIds.forEach(add)
    }
    files.forEach((file) => add(join(web, file)))
    if (packages) packagesAbove.push(packages)
  }
  return names
}
