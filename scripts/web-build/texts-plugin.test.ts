import { expect, it } from 'vitest'
import { firstModules, idsIn, type TextChunk } from './texts-plugin.ts'

const chunk = (fileName: string, moduleIds: string[], imports: string[] = []): TextChunk => ({
  fileName,
  moduleIds,
  imports,
  isEntry: fileName === 'first.js',
})

it('the texts that come first are those of the entry, of the article list, and of what both import', () => {
  const modules = firstModules([
    chunk('first.js', ['/web/main.tsx'], ['shared.js']),
    chunk('articles.js', ['/web/features/articles/article-list-page.tsx'], ['list.js', 'shared.js']),
    chunk('list.js', ['/web/entity/list/entity-list-page.tsx'], ['shared.js']),
    chunk('shared.js', ['/web/ui/person.tsx']),
    chunk('tags.js', ['/web/features/tags/tag-list-page.tsx'], ['list.js']),
  ])
  expect(modules.toSorted()).toEqual([
    '/web/entity/list/entity-list-page.tsx',
    '/web/features/articles/article-list-page.tsx',
    '/web/main.tsx',
    '/web/ui/person.tsx',
  ])
})

it('finds the messages of a module, also those whose id has a hyphen or an underscore', () => {
  const code = `t({ id: "-CS4hH", message: ["Where you are"] }); <Trans id="hL5-_P" message={["Rows"]} />; { id: 'Xm_s-u' }`
  expect(idsIn(code)).toEqual(['-CS4hH', 'hL5-_P', 'Xm_s-u'])
})
