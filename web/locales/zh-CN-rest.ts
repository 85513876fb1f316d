import type { Messages } from '@lingui/core'

/** In `npm run dev` and in tests nothing; the build puts all texts here that are not in `zh-CN-first.ts`. */
export const messages: Messages = {}
