import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

// One catalog per folder, beside the screens it speaks for; English is the source.
export default defineConfig({
  locales: ['en', 'zh-CN'],
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  catalogs: [
    { path: '<rootDir>/web/features/{name}/locales/{locale}', include: ['<rootDir>/web/features/{name}/'] },
    { path: '<rootDir>/web/editor/locales/{locale}', include: ['<rootDir>/web/editor/'] },
    { path: '<rootDir>/web/entity/locales/{locale}', include: ['<rootDir>/web/entity/'] },
    { path: '<rootDir>/web/ui/locales/{locale}', include: ['<rootDir>/web/ui/'] },
    { path: '<rootDir>/web/api/locales/{locale}', include: ['<rootDir>/web/api/'] },
  ],
})
