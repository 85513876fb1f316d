/** In `npm run dev` and in tests all texts; the build leaves those that the article list shows (`scripts/web-build/texts-plugin.ts`). */
export { messages } from './zh-CN.ts'
