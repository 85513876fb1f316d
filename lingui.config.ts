import { defineConfig } from '@lingui/conf'

const folder = (name: string) => ({
  path: `<rootDir>/web/${name}/locales/{locale}`,
  include: [`<rootDir>/web/${name}`],
})

/** English in the source, one catalog for each folder that speaks to people. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'zh-CN'],
  catalogs: [folder('features/{name}'), folder('ui'), folder('editor')],
})
